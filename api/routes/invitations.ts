import { z } from 'zod'
import { invitationStates, roles } from '../domain/enums.ts'
import { messages } from '../domain/messages.ts'
import { idText, limitedText, optionalText, pagingParameters, toPageRequest } from '../rest/parameters.ts'
import { defineRoute } from '../rest/routeDefinition.ts'
import { id, itemResponse, listResponse, messageResponse, quotaUsedUp, role, time } from '../rest/shapes.ts'
import { acceptInvitation, readInvitationOffer } from '../usecases/invitations/acceptInvitation.ts'
import {
  countInvitations,
  createInvitation,
  listInvitations,
  revokeInvitation,
} from '../usecases/invitations/invitations.ts'
import { sendSignedIn, signedIn } from './auth.ts'

const userRef = z.object({ id, full_name: z.string(), email: z.string() })
const token = limitedText('token').describe('Last segment of the link.')
const sampleToken = 'AZjHoAAAcACAAAAAAAAAAn3r8rXNQkC5b0lGZ0n4c2hXN3mNdH2vEw'

const invitation = z
  .object({
    id: id.describe('Id of the invitation. It is not secret.'),
    role,
    email: z.string().nullable().describe('The only email address that can come with it; null for any.'),
    uses: z.int().describe('Number of people that it is for.'),
    uses_left: z.int().describe('Number of people who can still come with it, while it is open.'),
    state: z.enum(invitationStates).describe('Whether somebody can come with it, or why not.'),
    created_at: time,
    expires_at: time,
    revoked_at: time.nullable(),
    created_by: userRef.describe('Who created it.'),
    accepted_by: z.array(userRef).describe('Who came with it, in this order.'),
  })
  .meta({ id: 'Invitation', description: 'An invitation to join a tenant with a role.' })

const newInvitation = z
  .object({
    email: optionalText('email').describe('The only email address that can come with it.'),
    role: z.enum(roles),
    uses: z.int().nullish().describe('Number of people that it is for, 1 to 100. Defaults to 1.'),
    expires_in_days: z.int().nullish().describe('Days until it expires, 1 to 30. Defaults to 7.'),
    tenant_id: idText.nullish().describe("Tenant to join. Defaults to the caller's tenant or the chosen tenant."),
  })
  .meta({ id: 'NewInvitation', example: { role: 'sales_rep', uses: 10, expires_in_days: 2 } })

const createdInvitation = z
  .object({
    url: z.string().describe('The link to pass on; its last segment is the secret token. It cannot be read again.'),
    mailed: z.boolean().describe('Whether it was also sent to the address that it names.'),
    invitation,
  })
  .meta({ id: 'CreatedInvitation', description: 'A newly created invitation.' })

const offer = z
  .object({
    company_name: z.string(),
    logo_url: z.string().nullable().describe('Path of the logo of the company, a PNG; null without one.'),
    role,
    email: z.string().nullable().describe('Email address of the account; null if the person enters theirs.'),
    expires_at: time,
  })
  .meta({ id: 'InvitationOffer', description: 'What an invitation offers to whoever has its link.' })

const unusable = {
  403: 'The company is archived.',
  404: 'There is no such invitation.',
  410: 'The invitation was used up or revoked, or has expired.',
} as const

export const invitationRoutes = [
  defineRoute('get', '/invitations', {
    graphqlOperation: 'Query.invitations',
    access: 'invitation.manage',
    summary: 'List invitations',
    description: 'Those to the tenant, newest first, also those with which nobody can come any more.',
    query: z.object(pagingParameters),
    response: listResponse(invitation),
    async handle(ctx, { query }) {
      const { items } = await listInvitations(ctx, toPageRequest(query))
      return { data: items, total: await countInvitations(ctx) }
    },
  }),
  defineRoute('post', '/invitations', {
    graphqlOperation: 'Mutation.createInvitation',
    access: 'invitation.manage',
    summary: 'Create an invitation',
    description: 'An owner invites reps and admins, an admin reps, a global admin everybody but global admins.',
    body: newInvitation,
    response: itemResponse(createdInvitation),
    status: 201,
    errors: {
      404: 'The tenant does not exist.',
      409: 'An account with this email address exists.',
      422: 'A field is invalid, or no tenant was chosen.',
      429: quotaUsedUp,
    },
    async handle(ctx, { body: { expires_in_days: expiresInDays, tenant_id: tenantId, ...body } }) {
      return { data: await createInvitation(ctx, { ...body, expiresInDays, tenantId }) }
    },
  }),
  defineRoute('delete', '/invitations/:id', {
    graphqlOperation: 'Mutation.revokeInvitation',
    access: 'invitation.manage',
    summary: 'Revoke an invitation',
    description: 'Nobody can come with it any more. It stays in the list.',
    params: { id: 'Id of the invitation.' },
    response: messageResponse,
    async handle(ctx, { params }) {
      await revokeInvitation(ctx, params['id']!)
      return { message: messages.invitationRevoked }
    },
  }),
  defineRoute('post', '/auth/invitation', {
    graphqlOperation: 'Query.invitationOffer',
    access: 'public',
    summary: 'Read what an invitation offers',
    description: 'For whoever has its link; needs no session.',
    body: z.object({ token }).meta({ id: 'InvitationToken', example: { token: sampleToken } }),
    response: itemResponse(offer),
    readOnly: true,
    errors: unusable,
    handle: async (ctx, { body }) => ({ data: await readInvitationOffer(ctx, body.token) }),
  }),
  defineRoute('post', '/auth/accept-invitation', {
    graphqlOperation: 'Mutation.acceptInvitation',
    access: 'public',
    summary: 'Accept an invitation',
    description: 'Creates the account that the invitation offers, and signs it in as `POST /auth/login` does.',
    body: z
      .object({
        token,
        full_name: limitedText('full_name'),
        password: limitedText('password'),
        email: optionalText('email').describe('Required if the invitation names none.'),
      })
      .meta({
        id: 'InvitationAcceptance',
        example: { token: sampleToken, full_name: 'Sam Sample', password: 'a sample password' },
      }),
    response: signedIn,
    errors: {
      ...unusable,
      409: 'An account with this email address exists.',
      422: 'A field is missing, the invitation is for another address, or the password is too short or too common.',
      429: 'Too many registrations or failed sign-ins from this network address.',
    },
    async handle(ctx, { body: { full_name: fullName, ...body }, request, response }) {
      return sendSignedIn(ctx, await acceptInvitation(ctx, { ...body, fullName }), request, response)
    },
  }),
]
