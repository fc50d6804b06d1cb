import { addDays, startOfDay } from '../lib/dates.ts'

/** A rep can undo their own knocks of today and of as many days before. */
const DAYS_BEFORE = 6

/** Whether a knock is so recent that its rep can undo it. `now` is any time of today. */
export const isUndoable = ({ occurredAt }: { occurredAt: string }, now: Date): boolean =>
  Date.parse(occurredAt) >= addDays(startOfDay(now), -DAYS_BEFORE).getTime()
