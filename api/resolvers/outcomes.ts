import { Ctx, Mutation, Query, Resolver } from 'type-graphql'
import type { Context } from '../context.ts'
import { IdArg, InputArg } from '../schema/common.ts'
import { Outcome, OutcomeInput } from '../schema/outcomes.ts'
import { listOutcomes, retireOutcome, saveOutcome } from '../usecases/outcomes/outcomes.ts'

@Resolver()
export class OutcomesResolver {
  @Query(() => [Outcome], {
    description: "The built-in outcomes, then the tenant's own in its order, then the retired ones.",
  })
  outcomes(@Ctx('ctx') ctx: Context): Promise<Outcome[]> {
    return listOutcomes(ctx)
  }

  @Mutation(() => Outcome, {
    description:
      "Adds an outcome of the tenant's own, or changes the one with the id; a retired one is in use again. At most 15 are in use.",
  })
  saveOutcome(
    @Ctx('ctx') ctx: Context,
    @InputArg(OutcomeInput, 'The outcome to save.') input: OutcomeInput,
  ): Promise<Outcome> {
    return saveOutcome(ctx, input)
  }

  @Mutation(() => Outcome, {
    description:
      'Takes an own outcome out of use. Knocks keep its name; those from before, sent later, are still accepted.',
  })
  retireOutcome(@Ctx('ctx') ctx: Context, @IdArg('Id of the own outcome.') id: string): Promise<Outcome> {
    return retireOutcome(ctx, id)
  }
}
