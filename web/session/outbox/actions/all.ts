import type { SyncActionKind } from '../../../gql/graphql.ts'
import type { Action } from './action.ts'
import { doNotKnock } from './doNotKnock.ts'
import { knock, withdrawal } from './knock.ts'
import { language } from './language.ts'
import { lead, leadNote, leadStage, leadStatus, leadWork } from './lead.ts'
import { note, property, propertyEdit } from './property.ts'
import { sessionEnd, sessionPause, sessionResume, sessionStart } from './session.ts'

/** Everything that can be done without a connection, by kind. */
export const actions = Object.fromEntries(
  [
    knock,
    withdrawal,
    property,
    lead,
    note,
    leadStatus,
    propertyEdit,
    leadWork,
    leadStage,
    leadNote,
    sessionStart,
    sessionEnd,
    sessionPause,
    sessionResume,
    language,
    doNotKnock,
  ].map((action): [SyncActionKind, Action] => [action.kind, action]),
) as Record<SyncActionKind, Action>
