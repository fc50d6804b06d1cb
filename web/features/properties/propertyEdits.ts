import type { PropertyRecordFragment, PropertyType, UpdatePropertyInput } from '../../gql/graphql.ts'

/** What may be edited of a property, as its form shows it. */
export interface PropertyFields {
  ownerName: string
  /** The chosen type: the first tag. */
  type: PropertyType | null
  priority: PropertyRecordFragment['priority']
  notes: string
  /** Whose house it is; null for nobody's. */
  assignedTo: string | null
}

/** What was changed in the form and is not saved; a field that was not touched follows the server. */
export type PropertyEdits = Partial<PropertyFields>

export function fieldsOf(property: PropertyRecordFragment): PropertyFields {
  return {
    ownerName: property.ownerName ?? '',
    type: property.tags[0] ?? null,
    priority: property.priority,
    notes: property.notes ?? '',
    assignedTo: property.assignedTo?.id ?? null,
  }
}

/** The edits that differ from what is saved. */
export function pickPendingEdits(property: PropertyRecordFragment, edits: PropertyEdits): PropertyEdits {
  const saved = fieldsOf(property)
  return Object.fromEntries(
    Object.entries(edits).filter(([name, value]) => value !== saved[name as keyof PropertyFields]),
  )
}

/** What is sent to save the edits: only what differs. */
export function toUpdateInput(property: PropertyRecordFragment, edits: PropertyEdits): UpdatePropertyInput {
  const { ownerName, type, priority, notes, assignedTo } = pickPendingEdits(property, edits)
  return {
    ...(ownerName === undefined ? {} : { ownerName: ownerName.trim() || null }),
    ...(type === undefined ? {} : { tags: replaceType(property.tags, type) }),
    ...(priority === undefined ? {} : { priority }),
    ...(notes === undefined ? {} : { notes: notes.trim() || null }),
    ...(assignedTo === undefined ? {} : { assignedTo }),
  }
}

/** The tags with another chosen type: it replaces the first, the others stay. None chosen is none left. */
export function replaceType(tags: readonly PropertyType[], type: PropertyType | null): PropertyType[] {
  return type ? [type, ...tags.slice(1).filter((tag) => tag !== type)] : []
}
