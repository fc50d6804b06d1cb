import { channel } from 'node:diagnostics_channel'
import type { JobKind } from './enums.ts'

/** Something that went wrong and that a metric counts. */
export type Fault =
  /** An error that no response reports, because the work goes on without it. `place` is a fixed name. */
  | { type: 'background_error'; place: string; error: unknown }
  /** PostgreSQL ended a statement or a transaction at a time limit. */
  | { type: 'timeout'; limit: 'statement' | 'lock' | 'deadlock' | 'idle_in_transaction' }
  /** A request was refused because a queue is full. */
  | { type: 'queue_full'; queue: 'connections' | 'knocks' }
  /** A job failed for good; refused: for a reason that the user was told. */
  | { type: 'job_failed'; kind: JobKind; reason: 'refused' | 'internal' }
  /** Connections to the database were closed because nothing arrived on them any more. */
  | { type: 'dead_connections'; count: number }
  /** PostgreSQL did not let the process sign in, such as after a change of the owner's password. */
  | { type: 'sign_in_refused'; sqlState: string }
  /** A browser reported an error; null if its report was refused. */
  | { type: 'client_error'; report: ClientError | null }

/** An error in a browser. It has no input of the user and no URL with a query string. */
export interface ClientError {
  name: string
  message: string
  /** Function, file, line and column of each call. */
  stack: string[]
  /** The pattern of the screen's path. */
  route: string
  /** The script of the build. */
  version: string
}

/** The diagnostics channel of faults. Subscribers receive a `Fault`. */
export const faultChannel = 'porchlight:fault'

const faults = channel(faultChannel)

/** Publishes a fault for the log and the metrics. Never throws. */
export function reportFault(fault: Fault): void {
  faults.publish(fault)
}

/** Returns a handler for errors after which the work goes on: it reports them as a `background_error` at `place`. */
export function reportErrorAt(place: string): (error: unknown) => void {
  return (error) => reportFault({ type: 'background_error', place, error })
}
