import { useOpenRecord } from '../../session/records.tsx'
import { classNames } from '../../ui/classNames.ts'

/** The address of a property as a link that opens it in the drawer. */
export function PropertyButton({ id, address, className }: { id: string; address: string; className?: string }) {
  const { openProperty } = useOpenRecord()
  return (
    <button type="button" className={classNames('link text-left', className)} onClick={() => openProperty(id)}>
      {address}
    </button>
  )
}
