import type { PropertyRecordFragment, PropertyType, UpdatePropertyInput } from '../../gql/graphql.ts'

/** The editable fields of a property, as the form shows them. */
export interface PropertyFields {
  ownerName: string
  /** The selected type: the first tag. */
  type: PropertyType | null
  priority: PropertyRecordFragment['priority']
  notes: string
  /** The assignee's user id, or null. */
  assignedTo: string | null
}

/** Unsaved changes. Fields that were not edited follow the server. */
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

/** The edits that differ from the saved property. */
export function pickPendingEdits(property: PropertyRecordFragment, edits: PropertyEdits): PropertyEdits {
  const saved = fieldsOf(property)
  return Object.fromEntries(
    Object.entries(edits).filter(([name, value]) => value !== saved[name as keyof PropertyFields]),
  )
}

/** The input that saves the edits: only fields that differ. */
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

/** Replaces the first tag, which is the selected type, and keeps the others. Null removes all tags. */
export function replaceType(tags: readonly PropertyType[], type: PropertyType | null): PropertyType[] {
  return type ? [type, ...tags.slice(1).filter((tag) => tag !== type)] : []
}
