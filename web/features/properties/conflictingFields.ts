import type { AssignableUsersQuery, PropertyRecordFragment } from '../../gql/graphql.ts'
import { priorityLabels } from '../../domain/labels.ts'
import { propertyTypes } from '../../domain/PropertyTypeIcon.tsx'
import type { ConflictingField } from '../../ui/ConflictDialog.tsx'
import { fieldsOf, mapTexts, type PropertyEdits, type PropertyFields } from './propertyEdits.ts'

/**
 * The fields of which the user's edits, or else the values from which the edits began, differ from `saved`. What the user did
 * not edit has no value of the user's.
 */
export function findConflictingFields(
  edits: PropertyEdits,
  before: PropertyFields,
  saved: PropertyRecordFragment,
  users: AssignableUsersQuery['assignableUsers'],
): ConflictingField[] {
  const now = fieldsOf(saved)
  const nameOf = (id: string) =>
    [...users, ...(saved.assignedTo ? [saved.assignedTo] : [])].find((user) => user.id === id)
  const formats: {
    [Name in keyof PropertyFields]: { label: string; format: (value: PropertyFields[Name]) => string }
  } = {
    ownerName: { label: 'Owner Name', format: (name) => name.trim() || 'Unknown Owner' },
    type: {
      label: 'Property Type',
      format: (type) => propertyTypes.find(({ value }) => value === type)?.label ?? 'None',
    },
    priority: { label: 'Priority', format: (priority) => priorityLabels[priority] },
    ...mapTexts((_, label) => ({ label, format: (text) => text.trim() || 'None' })),
    assignedTo: { label: 'Assigned To', format: (id) => (id ? (nameOf(id)?.fullName ?? 'Former user') : 'Nobody') },
  }
  const compare = <Name extends keyof PropertyFields>(name: Name): ConflictingField[] => {
    const { label, format } = formats[name]
    const edited = edits[name] as PropertyFields[Name] | undefined
    if ((edited === undefined ? before[name] : edited) === now[name]) return []
    return [{ label, mine: edited === undefined ? null : format(edited), saved: format(now[name]) }]
  }
  return (Object.keys(formats) as (keyof PropertyFields)[]).flatMap((name) => compare(name))
}
