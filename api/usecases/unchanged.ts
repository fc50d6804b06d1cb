import type { Context } from '../context.ts'
import { prepared } from '../database/client.ts'
import type { Database, Scope } from '../database/connection.ts'

/** A view as it was read, with the head of the log it belongs to. */
interface Read {
  head: string | null
  since: number
  until: number
  value: Promise<unknown>
}

interface Reads {
  views: Map<string, Read>
  questions: Map<string, Question>
}

/** What is asked of a log's head, by everybody who came before it was sent. */
interface Question {
  sent: boolean
  answer: Promise<string | null>
}

/** Names of people, which are no figures, may be this old. */
const longestMs = 10_000
const mostViews = 5_000
const readsOf = new WeakMap<Database, Reads>()

/**
 * What `read` answers, read again only when something was appended to the log since: the head is asked for after the
 * call began, so whatever was acknowledged before, by any process, is in the answer. `endOf` says when the view turns
 * into another without an event, such as at the end of a day. A view of what one person did is read again only when
 * that person did something: `actorId`.
 */
export async function whileUnchanged<T>(
  ctx: Context,
  scope: Scope,
  name: string,
  read: () => Promise<T>,
  endOf: (value: T) => Date,
  actorId: string | null = null,
): Promise<T> {
  const reads = readsOf.get(ctx.database) ?? { views: new Map(), questions: new Map() }
  readsOf.set(ctx.database, reads)
  const whose = `${scope === 'platform' ? scope : scope.tenantId} ${actorId ?? ''}`
  const position = await headOf(ctx.database, reads.questions, scope, whose, actorId)
  const key = `${whose} ${name}`
  const now = ctx.now().getTime()
  const known = reads.views.get(key)
  if (known && known.head === position && now >= known.since && now < known.until) return known.value as Promise<T>
  const fresh: Read = { head: position, since: now, until: now + longestMs, value: read() }
  if (reads.views.size >= mostViews) reads.views.clear()
  reads.views.set(key, fresh)
  try {
    const value = (await fresh.value) as T
    fresh.until = Math.min(fresh.until, endOf(value).getTime())
    return value
  } catch (error) {
    if (reads.views.get(key) === fresh) reads.views.delete(key)
    throw error
  }
}

const head = prepared(`select count(*) || ' ' || coalesce(sum(position), 0) as head from activity_heads`)
const lastOf = prepared(
  `select max(position) as head from activity_events where tenant_id = current_tenant() and actor_id = $1`,
)

/**
 * The head of the log, or of what one person did in it, or for all logs together their number and the sum of their heads: all
 * only ever grow. A question
 * that was not sent yet when the caller came sees what was committed before that, so it is shared.
 */
function headOf(
  database: Database,
  questions: Map<string, Question>,
  scope: Scope,
  whose: string,
  actorId: string | null,
): Promise<string | null> {
  const known = questions.get(whose)
  if (known && !known.sent) return known.answer
  const { promise: answer, resolve, reject } = Promise.withResolvers<string | null>()
  const question: Question = { sent: false, answer }
  questions.set(whose, question)
  database
    .ask<{ head: string | null }>(
      scope,
      actorId ? lastOf : head,
      actorId ? [actorId] : [],
      () => (question.sent = true),
    )
    .then(([row]) => resolve(row!.head), reject)
    .finally(() => questions.get(whose) === question && questions.delete(whose))
  return answer
}
