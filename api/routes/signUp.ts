import { z } from 'zod'
import { messages } from '../domain/messages.ts'
import { limitedText } from '../rest/parameters.ts'
import { defineRoute } from '../rest/routeDefinition.ts'
import { tenant } from '../rest/shapes.ts'
import { confirmEmail, registerCompany } from '../usecases/signUp/registerCompany.ts'
import { setUp } from '../usecases/signUp/setUp.ts'
import { sendSignedIn, signedIn } from './auth.ts'

const newCompany = z
  .object({
    company_name: limitedText('company_name').describe('Name of the company; must be unique.'),
    full_name: limitedText('full_name').describe('Name of the person.'),
    email: limitedText('email'),
    password: limitedText('password'),
    time_zone: limitedText('time_zone').describe('IANA name of the time zone, such as America/Chicago.'),
  })
  .meta({
    id: 'NewCompany',
    example: {
      ...{ company_name: 'Sample Storm Co', full_name: 'Sam Sample', email: 'sam@sample.example' },
      ...{ password: 'a sample password', time_zone: 'America/Chicago' },
    },
  })

/** The fields of a person and a company as the use cases name them. */
const toCompany = ({ company_name, full_name, time_zone, ...rest }: z.output<typeof newCompany>) => ({
  ...rest,
  companyName: company_name,
  fullName: full_name,
  timeZone: time_zone,
})

const conflict = 'An account with this email address or a company with this name exists.'
const invalid = 'A field is missing, the time zone is unknown, or the password is too short or too common.'
const tooMany = 'Too many registrations from this network address, or more than five companies in an hour.'

export const signUpRoutes = [
  defineRoute('post', '/auth/register-company', {
    graphqlOperation: 'Mutation.registerCompany',
    access: 'public',
    summary: 'Sign a company up',
    description:
      'Creates a company with the person as its owner, and signs them in as `POST /auth/login` does. If the server sends mails, the answer is 202 with a `message` alone, and the link in the mail finishes it: `POST /auth/confirm-email`.',
    body: newCompany,
    response: signedIn
      .partial()
      .extend({ message: z.string().optional().describe('What to do next, with status 202.') }),
    otherStatuses: { 202: 'The link in a mail finishes the sign-up.' },
    errors: { 403: 'Companies may not sign up here.', 409: conflict, 422: invalid, 429: tooMany },
    async handle(ctx, { body, request, response }) {
      const started = await registerCompany(ctx, toCompany(body))
      if (started) return sendSignedIn(ctx, started, request, response)
      response.status(202)
      return { message: messages.confirmEmail }
    },
  }),
  defineRoute('post', '/auth/confirm-email', {
    graphqlOperation: 'Mutation.confirmEmail',
    access: 'public',
    summary: 'Finish the sign-up of a company',
    description: 'With the token of the link in the mail. Signs the owner in as `POST /auth/login` does.',
    body: z
      .object({ token: limitedText('token').describe('Last segment of the link.') })
      .meta({ id: 'EmailConfirmation', example: { token: '3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' } }),
    response: signedIn,
    errors: { 404: 'There is no such link.', 409: conflict, 410: 'The link was used or has expired.' },
    async handle(ctx, { body, request, response }) {
      return sendSignedIn(ctx, await confirmEmail(ctx, body.token), request, response)
    },
  }),
  defineRoute('post', '/auth/set-up', {
    graphqlOperation: 'Mutation.setUp',
    access: 'public',
    summary: 'Set the server up',
    description:
      'Creates the first global admin and the first company, and signs the person in. Needs the code of the set-up link, which the server prints when it starts until then.',
    body: newCompany
      .extend({ code: limitedText('code').describe('Last segment of the set-up link.') })
      .meta({ id: 'FirstSetUp' }),
    response: z.object({ login: signedIn, tenant }),
    errors: {
      404: 'The code is wrong.',
      409: conflict,
      410: 'There is a global admin already.',
      422: invalid,
      429: tooMany,
    },
    async handle(ctx, { body: { code, ...body }, request, response }) {
      const { tenant: created, ...started } = await setUp(ctx, { ...toCompany(body), code })
      return { tenant: created, login: await sendSignedIn(ctx, started, request, response) }
    },
  }),
]
