import { AsyncLocalStorage } from 'node:async_hooks'
import { isStoredUuid } from '../domain/ids.ts'

/** The position of the tenant's log that an answer surely includes, and that of the last event which the request appended. */
export class AnswerPosition {
  /** Null until a transaction of the request has read it. */
  included: number | null = null
  appended: number | null = null
  readonly tenantId: string

  constructor(tenantId: string) {
    this.tenantId = tenantId
  }

  /** The first transactions of a request may run at the same time, so that what one has read may be newer than what another has. */
  note(position: number): void {
    this.included = Math.min(position, this.included ?? position)
  }
}

const storage = new AsyncLocalStorage<AnswerPosition>()

/** Runs `work` for a request of the tenant. The position of `answer` is then that before the first statement of `work`. */
export const trackPosition = <T>(answer: AnswerPosition, work: () => T): T => storage.run(answer, work)

/** The position of the answer that the caller works for; undefined outside of one of a tenant. */
export const currentAnswer = (): AnswerPosition | undefined => storage.getStore()

/**
 * The statement that reads the position, to be sent in the same round trip before the first statement of a transaction of the tenant;
 * none where nothing needs it. It is read first, so that the rows read after it include that position.
 */
export function positionSql(tenantId: string): string[] {
  const answer = currentAnswer()
  if (answer?.tenantId !== tenantId || answer.included !== null || !isStoredUuid(tenantId)) return []
  return [`select coalesce(max(position), 0) as log_position from activity_heads where tenant_id = '${tenantId}'`]
}
