import { Columns3Cog } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyNamed } from '../../../lib/lazyNamed.ts'
import { useAbilities } from '../../../session/person/MeProvider.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Select } from '../../../ui/Select.tsx'
import { type CardOrder, cardOrders } from './cardOrders.ts'

const StageDialog = lazyNamed(async () => (await import('./StageDialog.tsx')).StageDialog)

interface BoardOptionsProps {
  order: CardOrder
  onOrder: (order: CardOrder) => void
}

/** The order of the cards and, for those who may change them, the stages. */
export function BoardOptions({ order, onOrder }: BoardOptionsProps) {
  const { setLeadStages } = useAbilities()
  const [isEditing, setIsEditing] = useState(false)
  return (
    <>
      <span className="text-small whitespace-nowrap text-ink-2 max-md:hidden">Cards by</span>
      <Select variant="filter" label="Cards by" options={cardOrders} value={order} onChange={onOrder} />
      {setLeadStages && (
        <Button
          icon={<Columns3Cog aria-hidden size={16} />}
          onClick={() => setIsEditing(true)}
          className="whitespace-nowrap"
        >
          Stages
        </Button>
      )}
      <Suspense>{isEditing && <StageDialog onClose={() => setIsEditing(false)} />}</Suspense>
    </>
  )
}
