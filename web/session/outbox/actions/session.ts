import type { NewOutboxItem } from '../outboxItems.ts'
import type { Action } from './action.ts'

/** What a session has when it starts. */
const NEW_SESSION = { pausedAt: null, pausedSeconds: 0, doors: 0, talks: 0, leads: 0, endedAt: null }

export const sessionStart: Action = {
  kind: 'SESSION_START',
  describe: () => 'Session started',
  show: {
    Query: {
      fields: {
        knockSessions: (sessions, { action: { id, occurredAt } }) =>
          sessions.some((session) => session.id === id)
            ? sessions
            : [{ __typename: 'KnockSession', id, startedAt: occurredAt, ...NEW_SESSION }, ...sessions],
      },
    },
  },
}

export const sessionEnd: Action = {
  kind: 'SESSION_END',
  describe: () => 'Session ended',
  show: {
    KnockSession: {
      of: ({ action }: NewOutboxItem) => action.sessionEnd?.sessionId,
      fields: { endedAt: (_, { action }) => action.occurredAt },
    },
  },
}

export const sessionPause: Action = {
  kind: 'SESSION_PAUSE',
  describe: () => 'Session paused',
  show: {
    KnockSession: {
      of: ({ action }: NewOutboxItem) => action.sessionPause?.sessionId,
      // A session that is paused stays so.
      fields: { pausedAt: (pausedAt, { action }) => pausedAt ?? action.occurredAt },
    },
  },
}

export const sessionResume: Action = {
  kind: 'SESSION_RESUME',
  describe: () => 'Session resumed',
  show: {
    KnockSession: {
      of: ({ action }: NewOutboxItem) => action.sessionResume?.sessionId,
      fields: {
        pausedAt: () => null,
        // Within seconds after the end, it undoes that.
        endedAt: () => null,
        pausedSeconds: (seconds, { action }, { pausedAt }) =>
          seconds +
          (pausedAt ? Math.max(0, Math.round((Date.parse(action.occurredAt) - Date.parse(pausedAt)) / 1000)) : 0),
      },
    },
  },
}
