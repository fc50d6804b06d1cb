import { readScope, type Context } from '../../context.ts'
import { readMarksInForce, type DoorMark } from '../../records/doNotKnockRows.ts'
import { readDoor } from './teamDoors.ts'

/** Why nobody may knock at a property now. */
export type DoorMarkView = Pick<DoorMark, 'tenantId' | 'propertyId' | 'id' | 'kind' | 'reason' | 'source'> & {
  until: Date | null
}

/** The marks in force of the properties that have one. The caller has checked that the actor may see them. */
export async function readDoorMarks(ctx: Context, propertyIds: readonly string[]): Promise<DoorMarkView[]> {
  const marks = await ctx.database.within(readScope(ctx), (em) => readMarksInForce(em, propertyIds, ctx.now()))
  return [...marks.values()].map(({ endsAt, ...mark }) => ({
    ...mark,
    until: endsAt === null ? null : new Date(endsAt),
  }))
}

/** The mark in force of a property that the actor may see on the map, without its reason if it is a colleague's. Null without one. */
export async function readDoorMark(ctx: Context, id: string): Promise<DoorMarkView | null> {
  const property = await readDoor(ctx, id)
  const [mark] = await readDoorMarks(ctx, [property.id])
  return mark ? shownMark(mark, property) : null
}

/** The mark as it is shown with its property. */
export function shownMark(mark: DoorMarkView, { limited }: { limited: boolean }): DoorMarkView {
  return limited ? { ...mark, reason: null } : mark
}
