import { useEffect, useState } from 'react'
import { callRest } from '../../lib/rest.ts'
import { useMe } from '../../session/person/MeProvider.tsx'
import { useSession } from '../../session/person/SessionProvider.tsx'
import { Combobox } from '../../ui/Combobox.tsx'

const ANYONE = 'ANYONE'

/** Selects the sales rep whose records are shown while the app is viewed as a sales rep. */
export function PersonPicker() {
  const { viewedUser } = useMe()
  const { token, view, viewAs } = useSession()
  const people = useSalesReps(token, view.tenantId)
  const choose = (id: string) => viewAs(view.role, { userId: id === ANYONE ? null : id })
  return (
    <Combobox
      variant="bar"
      label="Viewed sales rep"
      options={[
        { value: ANYONE, label: 'No one in particular' },
        ...people.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={view.userId ?? ANYONE}
      onChange={choose}
      // Until the people are loaded.
      placeholder={viewedUser?.fullName ?? ''}
    />
  )
}

interface Person {
  id: string
  name: string
}

/** The tenant's sales reps by name, read as the global admin: the viewed role may not list users. */
function useSalesReps(token: string | null, tenantId: string | null): Person[] {
  const [people, setPeople] = useState<Person[]>([])
  useEffect(() => {
    if (!tenantId) return
    let isCurrent = true
    const read = async () => {
      const response = await callRest(`/tenants/${tenantId}/users?role=sales_rep&limit=1000`, { token })
      const { data } = (await response.json()) as { data: { id: string; full_name: string }[] }
      const found = data.map(({ id, full_name: name }) => ({ id, name }))
      if (isCurrent) setPeople(found.toSorted((one, other) => one.name.localeCompare(other.name)))
    }
    // Without the list, the role can still be viewed.
    void read().catch(() => undefined)
    return () => {
      isCurrent = false
    }
  }, [token, tenantId])
  return people
}
