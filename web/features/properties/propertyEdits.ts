import { editedTexts } from '../../gql/fields.ts'
import type { PropertyRecordFragment, PropertyType, UpdatePropertyInput } from '../../gql/graphql.ts'

/** A text of a property that the form edits as it is. */
export type EditedText = (typeof editedTexts)[number]['name']

export function mapTexts<Value>(valueOf: (name: EditedText, label: string) => Value): Record<EditedText, Value> {
  return Object.fromEntries(editedTexts.map(({ name, label }) => [name, valueOf(name, label)])) as Record<
    EditedText,
    Value
  >
}

/** The editable fields of a property, as the form shows them. */
export interface PropertyFields extends Record<EditedText, string> {
  ownerName: string
  /** The selected type: the first tag. */
  type: PropertyType | null
  priority: PropertyRecordFragment['priority']
  /** The assignee's user id, or null. */
  assignedTo: string | null
}

/** Unsaved changes. Fields that were not edited follow the server. */
export type PropertyEdits = Partial<PropertyFields>

export function fieldsOf(property: PropertyRecordFragment): PropertyFields {
  return {
    ...mapTexts((name) => property[name] ?? ''),
    ownerName: property.ownerName ?? '',
    type: property.tags[0] ?? null,
    priority: property.priority,
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
  const { ownerName, type, priority, assignedTo, ...texts } = pickPendingEdits(property, edits)
  return {
    ...Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text.trim() || null])),
    ...(ownerName === undefined ? {} : { ownerName: ownerName.trim() || null }),
    ...(type === undefined ? {} : { tags: replaceType(property.tags, type) }),
    ...(priority === undefined ? {} : { priority }),
    ...(assignedTo === undefined ? {} : { assignedTo }),
  }
}

/** The values that the fields of `input` had before the edits, which began from `fields`. */
export const valuesBefore = (
  input: UpdatePropertyInput,
  fields: PropertyFields,
  tags: readonly PropertyType[],
): UpdatePropertyInput =>
  Object.fromEntries(
    Object.keys(input).map((name) => [
      name,
      name === 'tags' ? replaceType(tags, fields.type) : fields[name as keyof PropertyFields] || null,
    ]),
  )

/** Replaces the first tag, which is the selected type, and keeps the others. Null removes all tags. */
export function replaceType(tags: readonly PropertyType[], type: PropertyType | null): PropertyType[] {
  return type ? [type, ...tags.slice(1).filter((tag) => tag !== type)] : []
}
