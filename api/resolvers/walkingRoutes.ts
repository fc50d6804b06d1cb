import { Ctx, Query, Resolver } from 'type-graphql'
import type { Context } from '../context.ts'
import { InputArg } from '../schema/common.ts'
import { WalkingRoute, WalkingRouteInput } from '../schema/walkingRoutes.ts'
import { planWalkingRoute } from '../usecases/walkingRoutes/planWalkingRoute.ts'

@Resolver()
export class WalkingRoutesResolver {
  @Query(() => WalkingRoute, {
    description:
      'A short walk past open doors: where nobody has knocked, where nobody was home before today, and where the caller wanted to come back by today. If they are more than the limit, the nearest.',
  })
  walkingRoute(
    @Ctx('ctx') ctx: Context,
    @InputArg(WalkingRouteInput, 'Where the route goes.') input: WalkingRouteInput,
  ): Promise<WalkingRoute> {
    return planWalkingRoute(ctx, input)
  }
}
