import { Check } from 'lucide-react'
import { Content, Item, ItemIndicator, ItemText, Portal, Root, Trigger, Viewport } from '@radix-ui/react-select'
import { OptionText, SelectButton, type SelectControlProps } from './SelectButton.tsx'

/** The select's button with its list, which is open when it is rendered first. */
export function OpenedSelect(props: SelectControlProps<string>) {
  return (
    <Root defaultOpen value={props.value ?? ''} onValueChange={props.onChange} disabled={props.disabled ?? false}>
      <Trigger asChild>
        <SelectButton select={props} />
      </Trigger>
      <Portal>
        <Content
          position="popper"
          sideOffset={4}
          className="z-50 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) overflow-hidden rounded-card border border-line bg-surface p-1 text-body text-ink shadow-popup data-[state=open]:animate-popup-in"
        >
          <Viewport>
            {props.options.map((option) => (
              <Item
                key={option.value}
                value={option.value}
                className="flex h-8 items-center gap-2 rounded-badge px-2.5 outline-none select-none data-[highlighted]:bg-sunken max-md:h-12"
              >
                <ItemText>
                  <OptionText option={option} />
                </ItemText>
                <ItemIndicator className="ml-auto pl-3">
                  <Check aria-hidden size={16} />
                </ItemIndicator>
              </Item>
            ))}
          </Viewport>
        </Content>
      </Portal>
    </Root>
  )
}
