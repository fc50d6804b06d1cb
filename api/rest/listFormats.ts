import { z } from 'zod'
import type { CellValue } from '../domain/csv.ts'
import type { ExportedColumn, ListFormat, ListFormats } from '../usecases/exports/exportFormats.ts'
import { presenterOf, type Presentable } from './present.ts'
import { presentActivity, presentLead, presentProperty, presentUser } from './presenters.ts'
import { activity, doNotKnock, lead, property, user } from './shapes.ts'

/** Why nobody may knock at the door now, which a program that writes to its household must know. */
const mark = { do_not_knock: doNotKnock.pick({ kind: true, until: true }).nullable() }
const exportedProperty = property.extend(mark)

/** A lead with the place of its property, by which an import finds the property again. */
const exportedLead = lead.extend({
  property: lead.shape.property.extend(
    property.pick({ city: true, state: true, zip_code: true, lat: true, lng: true }).shape,
  ),
  ...mark,
})

/** How exported lists are written: with the fields that REST has, and the mark of the door. A new field of a shape is a new column. */
export const listFormats: ListFormats = {
  properties: formatOf(exportedProperty, presentProperty, 'Saved properties.'),
  leads: formatOf(exportedLead, presentLead, 'Leads.'),
  users: formatOf(user, presentUser, 'Accounts, without passwords.'),
  activity: formatOf(activity, presentActivity, 'The activity log: what happened, when, and who did it.'),
}

interface ShapeColumn extends ExportedColumn {
  read: (body: never) => CellValue
}

function formatOf<Shape extends z.ZodObject, Item>(
  shape: Shape,
  present: (item: Item) => Presentable<z.output<Shape>>,
  description: string,
): ListFormat<Item> {
  const toBody = presenterOf(shape)
  const columns = columnsOf(shape)
  return {
    description,
    columns,
    toRow: (item) => {
      const body = toBody(present(item)) as never
      return columns.map(({ read }) => read(body))
    },
  }
}

/** The fields of a shape; those of an object in it are named like `property.address`. */
function columnsOf(shape: z.core.$ZodType, prefix = ''): ShapeColumn[] {
  return Object.entries((shape as z.ZodObject).shape).flatMap(([name, field]) => {
    const heading = `${prefix}${name}`
    const inner = unwrap(field)
    if (isObject(inner))
      return columnsOf(inner, `${heading}.`).map(({ read, ...column }) => ({
        ...column,
        read: (body: Record<string, never>) => (body[name] == null ? null : read(body[name])),
      }))
    const description = (field as z.ZodType).description ?? (inner as z.ZodType).description ?? toSentence(heading)
    return [{ heading, description, read: (body: Record<string, never>) => body[name] }]
  }) as ShapeColumn[]
}

function unwrap(field: z.core.$ZodType): z.core.$ZodType {
  return field instanceof z.ZodNullable || field instanceof z.ZodOptional ? unwrap(field.unwrap()) : field
}

function isObject(field: z.core.$ZodType): field is z.ZodObject {
  return field instanceof z.ZodObject && !field.def.catchall
}

/** 'street_name' is 'Street name.' */
function toSentence(heading: string): string {
  const words = heading.replaceAll(/[._]/g, ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}
