import type { ServerResponse } from 'node:http'
import { Arg, Ctx, Mutation, Resolver } from 'type-graphql'
import type { Context } from '../context.ts'
import { LoginResult } from '../schema/auth.ts'
import { InputArg, nullable } from '../schema/common.ts'
import { RegisterCompanyInput, SetUpInput, SetUpResult } from '../schema/signUp.ts'
import { confirmEmail, registerCompany } from '../usecases/signUp/registerCompany.ts'
import { setUp } from '../usecases/signUp/setUp.ts'
import { toLoginResult } from './auth.ts'

@Resolver()
export class SignUpResolver {
  @Mutation(
    () => LoginResult,
    nullable(
      'Signs a company up, with the person as its owner, and signs them in; null if a mail with a link was sent that does this. Fails with FORBIDDEN unless companies may sign up (`SIGNUP=open`), and with CONFLICT if an account has the address or a company the name.',
    ),
  )
  async registerCompany(
    @Ctx('ctx') ctx: Context,
    @InputArg(RegisterCompanyInput, 'The company and its owner.') input: RegisterCompanyInput,
    @Ctx('response') response?: ServerResponse,
  ): Promise<LoginResult | null> {
    const started = await registerCompany(ctx, input)
    return started && toLoginResult(ctx, started, response)
  }

  @Mutation(() => LoginResult, {
    description:
      'Finishes the sign-up of a company and signs its owner in. Fails with GONE for a link that was used or has expired.',
  })
  async confirmEmail(
    @Ctx('ctx') ctx: Context,
    @Arg('token', { description: 'Last segment of the link in the mail.' }) token: string,
    @Ctx('response') response?: ServerResponse,
  ): Promise<LoginResult> {
    return toLoginResult(ctx, await confirmEmail(ctx, token), response)
  }

  @Mutation(() => SetUpResult, {
    description:
      'Creates the first global admin and the first company with the set-up link, and signs the person in. Fails with GONE once there is a global admin.',
  })
  async setUp(
    @Ctx('ctx') ctx: Context,
    @InputArg(SetUpInput, 'The global admin and the company.') input: SetUpInput,
    @Ctx('response') response?: ServerResponse,
  ): Promise<SetUpResult> {
    const { tenant, ...started } = await setUp(ctx, input)
    return { tenant, login: await toLoginResult(ctx, started, response) }
  }
}
