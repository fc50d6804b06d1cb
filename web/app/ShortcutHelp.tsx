import { useRegisteredShortcuts } from '../lib/shortcuts.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { Kbd } from '../ui/Kbd.tsx'

/** The shortcuts that work on this screen. */
export function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const groups = useRegisteredShortcuts()
  return (
    <Dialog onClose={onClose} title="Keyboard Shortcuts" initialFocus="dialog">
      <div className="space-y-5">
        {groups.map(({ title, shortcuts }) => (
          <section key={title}>
            <h3 className="text-small font-[550] text-ink-2">{title}</h3>
            <dl className="mt-1 divide-y divide-line">
              {shortcuts.map(({ keys, label }) => (
                <div key={label} className="flex min-h-10 items-center justify-between gap-4">
                  <dt>{label}</dt>
                  <dd className="flex gap-1">
                    {keys.map((key) => (
                      <Kbd key={key}>{key}</Kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
