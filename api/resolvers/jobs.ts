import { Arg, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root, Subscription } from 'type-graphql'
import type { Context } from '../context.ts'
import { clampLimit } from '../domain/paging.ts'
import type { Loaders } from '../graphql/loaders.ts'
import type { SubscribeOptions } from '../graphql/subscriptions.ts'
import { IdArg, nullable, UserRef } from '../schema/common.ts'
import { Job } from '../schema/jobs.ts'
import type { Job as StoredJob } from '../usecases/jobs/jobRows.ts'
import { listJobs, readJob, retryJob, watchJob, watchJobs } from '../usecases/jobs/jobs.ts'

@Resolver(() => Job)
export class JobsResolver {
  @Query(() => Job, { description: 'A job of the caller.' })
  job(@Ctx('ctx') ctx: Context, @IdArg('Id of the job.') id: string): Promise<Job> {
    return readJob(ctx, id)
  }

  @Query(() => [Job], { description: "The caller's newest jobs; for managers, on request those of everybody." })
  jobs(
    @Ctx('ctx') ctx: Context,
    @Arg('first', () => Int, nullable('Maximum number of jobs, 1 to 1,000. Defaults to 100.')) first?: number,
    @Arg('everybody', () => Boolean, {
      defaultValue: false,
      description:
        'Lists the jobs of everybody in the tenant. Only for managers. Their files are for their creators only.',
    })
    everybody?: boolean,
  ): Promise<Job[]> {
    return listJobs(ctx, { limit: clampLimit(first), everybody })
  }

  @Mutation(() => Job, { description: 'Runs a failed job again, from its beginning.' })
  retryJob(@Ctx('ctx') ctx: Context, @IdArg('Id of the job.') id: string): Promise<Job> {
    return retryJob(ctx, id)
  }

  @FieldResolver(() => UserRef, nullable('The user who created the job.'))
  createdBy(@Root() job: StoredJob, @Ctx('loaders') loaders: Loaders): Promise<UserRef | null> {
    return loaders.user.load(job.createdBy)
  }

  @Subscription(() => [Job], {
    description: 'Sends the newest 50 jobs of the tenant, and again when one of them changes.',
    subscribe: ({ context: { ctx } }: SubscribeOptions<object>) => watchJobs(ctx),
  })
  jobsChanged(@Root() jobs: StoredJob[]): Job[] {
    return jobs
  }

  @Subscription(() => Job, {
    description: 'Sends a job of the caller, and again when its status or progress changes.',
    subscribe: ({ context: { ctx }, args: { id } }: SubscribeOptions<{ id: string }>) => watchJob(ctx, id),
  })
  jobChanged(@Root() job: StoredJob, @Arg('id', () => ID, { description: 'Id of the job.' }) _id: string): Job {
    return job
  }
}
