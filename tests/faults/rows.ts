import { backups } from './backups.ts'
import { blackHole } from './blackHole.ts'
import { clocks } from './clocks.ts'
import { fullDisk } from './fullDisk.ts'
import { fuzz } from './fuzz.ts'
import { hostile } from './hostile.ts'
import { killApi } from './killApi.ts'
import { asyncCommit, killDatabase } from './killDatabase.ts'
import { killCoordinator, killWorker } from './killNodes.ts'
import { metricsModel, oddValues, streets, worstFiles } from './longForms.ts'
import { newNames } from './newNames.ts'
import { pauseDatabase } from './pauseDatabase.ts'
import { rollingUpgrade } from './rollingUpgrade.ts'
import type { FaultRow } from './row.ts'
import { stopApi } from './stopApi.ts'
import { subscribers } from './subscribers.ts'
import { tenantMatrix } from './tenantMatrix.ts'

/** All rows, in the order in which `npm run faults` runs them. */
export const rows: FaultRow[] = [
  killApi,
  stopApi,
  killDatabase,
  killWorker,
  killCoordinator,
  pauseDatabase,
  fullDisk,
  blackHole,
  asyncCommit,
  clocks,
  subscribers,
  rollingUpgrade,
  backups,
  tenantMatrix,
  newNames,
  oddValues,
  streets,
  worstFiles,
  metricsModel,
  hostile,
  fuzz,
]
