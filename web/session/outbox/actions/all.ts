import type { SyncActionKind } from '../../../gql/graphql.ts'
import type { Action } from './action.ts'
import { knock, withdrawal } from './knock.ts'
import { lead, leadStatus } from './lead.ts'
import { note, property } from './property.ts'
import { sessionEnd, sessionPause, sessionResume, sessionStart } from './session.ts'

/** Everything that can be done without a connection. */
export const actions: Record<SyncActionKind, Action> = {
  KNOCK: knock,
  WITHDRAWAL: withdrawal,
  PROPERTY: property,
  LEAD: lead,
  NOTE: note,
  STATUS: leadStatus,
  SESSION_START: sessionStart,
  SESSION_END: sessionEnd,
  SESSION_PAUSE: sessionPause,
  SESSION_RESUME: sessionResume,
}
