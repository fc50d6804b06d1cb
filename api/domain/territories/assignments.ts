import { check } from '../errors.ts'

/** Who holds a territory, from day to day (YYYY-MM-DD in the calendar of the company), both included. */
export interface Assignment {
  userId: string
  from: string
  /** Null until somebody else holds it. */
  to: string | null
}

/** The people who hold a territory from a day on, in place of everybody else. */
export interface NewHolders {
  userIds: readonly string[]
  from: string
  to: string | null
}

/** The most people who hold a territory at once, and the most rows of its history. */
export const maxHolders = 20
export const maxAssignments = 1_000

/** The day, if it exists. Throws `Refused` for another text. */
export function parseDay(text: string, field: string): string {
  const time = /^2\d{3}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  const message = 'Give the day as YYYY-MM-DD.'
  check(!Number.isNaN(time) && toDay(time) === text, message, { [field]: message })
  return text
}

/** Whether somebody with the assignment holds the territory on the day. */
export function isHeldOn({ from, to }: Assignment, day: string): boolean {
  return from <= day && (to === null || to >= day)
}

/**
 * The assignments after the new holders have taken over: those before end on the day before, later ones are dropped. Who stays a holder
 * until the same day keeps the assignment.
 */
export function replaceHolders(before: readonly Assignment[], { userIds, from, to }: NewHolders): Assignment[] {
  const stays = (assignment: Assignment) => userIds.includes(assignment.userId) && assignment.to === to
  const earlier = before.filter((assignment) => assignment.from < from)
  const kept = earlier.map((assignment) =>
    isHeldOn(assignment, from) && !stays(assignment) ? { ...assignment, to: dayBefore(from) } : assignment,
  )
  const isKept = (userId: string) =>
    earlier.some((assignment) => assignment.userId === userId && isHeldOn(assignment, from) && stays(assignment))
  const added = userIds.filter((userId) => !isKept(userId)).map((userId) => ({ userId, from, to }))
  return [...kept, ...added]
}

/** The assignments after a person has none from the day on, and those that this ended. Days before are kept. */
export function withoutHolder(
  before: readonly Assignment[],
  userId: string,
  day: string,
): { after: Assignment[]; ended: Assignment[] } {
  const ended = before.filter((assignment) => assignment.userId === userId && (assignment.to ?? day) >= day)
  const after = before.flatMap((assignment) => {
    if (!ended.includes(assignment)) return assignment
    return assignment.from < day ? { ...assignment, to: dayBefore(day) } : []
  })
  return { after, ended }
}

export function dayBefore(day: string): string {
  return toDay(Date.parse(`${day}T00:00:00Z`) - 24 * 3_600_000)
}

export function dayAfter(day: string): string {
  return toDay(Date.parse(`${day}T00:00:00Z`) + 24 * 3_600_000)
}

const toDay = (time: number) => new Date(time).toISOString().slice(0, 10)
