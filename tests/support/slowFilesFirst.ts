import path from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Short files that take long. */
const slowFiles =
  /^tests\/faults\/|\/(patterns|ownerClient|timeouts|jobs|webhooks|backup|shutdown|pointInTimeRecovery)\.test\./

/**
 * The order of vitest, which is by size in a new clone, but with files that take long before the others, so that at the end no worker
 * waits for another.
 */
export class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isSlow = ({ moduleId }: TestSpecification) =>
      slowFiles.test(path.relative(this.ctx.config.root, moduleId).replaceAll(path.sep, '/'))
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))]
  }
}
