import type { EntityKind } from './permissionFixture.ts'

/**
 * What a role may do: `all` for every entity of its tenant, `own` for its own entities, `no` for nothing, `lost` for nothing, also not
 * with its own entities, which are from when the user had another role. For a global admin `all` means every tenant, or the chosen one.
 */
export type May = 'all' | 'own' | 'lost' | 'no'

/** Who may call an operation. A row names a GraphQL operation, a REST route, or both when they do the same. */
export interface Row {
  sales_rep: May
  admin: May
  owner: May
  global_admin: May
  /** A document with one operation and one field. `$id` is the entity. */
  graphql?: string
  /** Method and path, optionally with a query string. `:id` or another parameter is the entity. */
  rest?: string
  /** Variables other than the entity, created for each call. */
  variables?: () => object
  body?: (id: string | null) => object
  /** The kind of entity. The test calls with one's own, a colleague's and another tenant's. */
  thing?: EntityKind
  /** Public: no sign-in needed. */
  open?: true
  /** Allowed while a password change is due. */
  whileDue?: true
  /** A global admin must choose a tenant first. */
  inTenant?: true
  /** The entity is looked up before a tenant is needed, because some belong to no tenant. */
  foundFirst?: true
  /** A global admin may call it without a tenant, even while viewing as a role. */
  tenantless?: true
  /** A global admin may reach entities of every tenant, whichever is chosen. */
  everywhere?: true
  /** The error of an authorized call that fails for another reason, such as a missing template. */
  lacking?: RegExp
}

const everybody = { sales_rep: 'all', admin: 'all', owner: 'all', global_admin: 'all' } as const
const ownOfReps = { sales_rep: 'own', admin: 'all', owner: 'all', global_admin: 'all' } as const
const ownOnly = { sales_rep: 'own', admin: 'own', owner: 'own', global_admin: 'own' } as const
const leaders = { sales_rep: 'no', admin: 'all', owner: 'all', global_admin: 'all' } as const
const owners = { sales_rep: 'no', admin: 'no', owner: 'all', global_admin: 'all' } as const
const importers = { sales_rep: 'no', admin: 'own', owner: 'own', global_admin: 'own' } as const
const formerManagers = { sales_rep: 'lost', admin: 'own', owner: 'own', global_admin: 'own' } as const
const platform = { sales_rep: 'no', admin: 'no', owner: 'no', global_admin: 'all' } as const
const notOwners = { sales_rep: 'no', admin: 'all', owner: 'no', global_admin: 'all' } as const

/** The queue of the test runs nothing. */
const tooManyJobs = /^You have 10 jobs that have not ended/
const unknownId = '00000000-0000-4000-8000-000000000000'
const noTemplate = /^There is no template for/

const samplePermitArea = {
  type: 'Polygon',
  coordinates: [
    [
      [-88, 41],
      [-87, 41],
      [-87, 42],
      [-88, 41],
    ],
  ],
}

let made = 0
/** A new property. */
const property = () => ({ address: `${(made += 1)} Unsaved St`, lat: 42 + made / 1_000, lng: -88 })
/** Input that validation rejects: authorization comes first, so a validation error means allowed. */
const nameless = { email: '', password: 'a sample password', role: 'sales_rep' }

const nobody = { company_name: '', full_name: '', email: '', password: '', time_zone: '' }

/** A missing operation fails the test: add a row, and an entity factory for a new kind of entity. */
export const matrix: Row[] = [
  // Authentication
  { ...everybody, open: true, graphql: '{ me { id } }' },
  { ...everybody, whileDue: true, tenantless: true, rest: 'GET /auth/me' },
  {
    ...everybody,
    open: true,
    graphql: 'mutation { login(email: "", password: "") { accessToken } }',
    rest: 'POST /auth/login',
    body: () => ({ email: '', password: '' }),
  },
  {
    ...everybody,
    open: true,
    graphql: '{ signInOptions { mail } }',
    rest: 'GET /auth/options',
  },
  {
    ...everybody,
    open: true,
    graphql: 'mutation { requestPasswordReset(email: "") { message } }',
    rest: 'POST /auth/forgot-password',
    body: () => ({ email: '' }),
  },
  {
    ...everybody,
    open: true,
    lacking: /^There is no such link/,
    graphql: 'mutation { resetPassword(token: "", newPassword: "") { message } }',
    rest: 'POST /auth/reset-password',
    body: () => ({ token: '', new_password: '' }),
  },
  {
    ...everybody,
    open: true,
    graphql: 'mutation { register(email: "", password: "", fullName: "") { message } }',
    rest: 'POST /auth/register',
    body: () => ({ email: '', password: '', full_name: '' }),
  },
  {
    ...everybody,
    whileDue: true,
    tenantless: true,
    graphql: 'mutation { changePassword(newPassword: "") { message } }',
    rest: 'POST /auth/change-password',
    body: () => ({ new_password: '' }),
  },
  {
    ...everybody,
    whileDue: true,
    tenantless: true,
    graphql: 'mutation { logout { message } }',
    rest: 'POST /auth/logout',
  },
  {
    ...everybody,
    tenantless: true,
    graphql: '{ sessions { totalCount edges { cursor } } }',
    rest: 'GET /auth/sessions',
  },
  {
    ...everybody,
    tenantless: true,
    lacking: /^Session not found/,
    graphql: 'mutation { endSession(id: "00000000-0000-7000-8000-000000000000") { message } }',
    rest: 'DELETE /auth/sessions/:id',
  },
  {
    ...everybody,
    tenantless: true,
    graphql: 'mutation { endOtherSessions { message } }',
    rest: 'DELETE /auth/sessions',
  },
  {
    ...everybody,
    tenantless: true,
    graphql: 'mutation { confirmPassword(password: "") { message } }',
    rest: 'POST /auth/confirm-password',
    body: () => ({ password: '' }),
  },
  {
    ...everybody,
    tenantless: true,
    graphql: 'mutation { setChecklistPutAway(putAway: false) { id } }',
    rest: 'PUT /auth/checklist',
    body: () => ({ put_away: false }),
  },
  { ...everybody, tenantless: true, graphql: 'mutation { startTotp { url } }', rest: 'POST /auth/totp' },
  {
    ...everybody,
    tenantless: true,
    graphql: 'mutation { confirmTotp(code: "") { recoveryCodes } }',
    rest: 'POST /auth/totp/confirm',
    body: () => ({ code: '' }),
  },
  {
    ...everybody,
    tenantless: true,
    graphql: 'mutation { disableTotp(password: "") { message } }',
    rest: 'POST /auth/totp/disable',
    body: () => ({ password: '' }),
  },

  // API keys
  { ...ownOnly, tenantless: true, graphql: '{ apiKeys { id } }', rest: 'GET /api-keys' },
  {
    ...ownOnly,
    tenantless: true,
    graphql: 'mutation { createApiKey(input: { name: "", scope: READ }) { token } }',
    rest: 'POST /api-keys',
    body: () => ({ name: '', scope: 'read' }),
  },
  {
    ...everybody,
    tenantless: true,
    lacking: /^API key not found/,
    graphql: 'mutation { revokeApiKey(id: "00000000-0000-7000-8000-000000000000") { message } }',
    rest: 'DELETE /api-keys/:id',
  },

  // Webhooks
  { ...leaders, inTenant: true, graphql: '{ webhooks { id } }', rest: 'GET /webhooks' },
  { ...leaders, tenantless: true, graphql: '{ webhookEventTypes }', rest: 'GET /webhooks/event-types' },
  {
    ...leaders,
    inTenant: true,
    graphql: 'mutation { createWebhook(input: { url: "", types: [] }) { secret } }',
    rest: 'POST /webhooks',
    body: () => ({ url: '', types: [] }),
  },
  {
    ...leaders,
    inTenant: true,
    thing: 'webhook',
    graphql: 'mutation ($id: ID!) { updateWebhook(id: $id, input: { types: ["*"] }) { id } }',
    rest: 'PUT /webhooks/:id',
    body: () => ({ types: ['*'] }),
  },
  {
    ...leaders,
    inTenant: true,
    thing: 'webhook',
    graphql: 'mutation ($id: ID!) { deleteWebhook(id: $id) { message } }',
    rest: 'DELETE /webhooks/:id',
  },
  {
    ...leaders,
    inTenant: true,
    thing: 'webhook',
    graphql: 'mutation ($id: ID!) { testWebhook(id: $id) { id } }',
    rest: 'POST /webhooks/:id/test',
  },
  {
    ...leaders,
    inTenant: true,
    thing: 'webhook',
    graphql: 'mutation ($id: ID!) { rotateWebhookSecret(id: $id) { secret } }',
    rest: 'POST /webhooks/:id/rotate-secret',
  },
  {
    ...leaders,
    inTenant: true,
    thing: 'webhook',
    graphql: 'query ($id: ID!) { webhookDeliveries(id: $id) { totalCount edges { cursor } } }',
    rest: 'GET /webhooks/:id/deliveries',
  },
  {
    ...leaders,
    inTenant: true,
    thing: 'webhookDelivery',
    graphql: 'query ($id: ID!) { webhookDelivery(id: $id) { id } }',
    rest: 'GET /webhooks/deliveries/:id',
  },
  {
    ...leaders,
    inTenant: true,
    thing: 'webhookDelivery',
    graphql: 'mutation ($id: ID!) { resendDelivery(id: $id) { id } }',
    rest: 'POST /webhooks/deliveries/:id/resend',
  },

  // Users
  { ...leaders, graphql: '{ users { edges { cursor } } }', rest: 'GET /users' },
  {
    ...leaders,
    everywhere: true,
    thing: 'user',
    graphql: 'query ($id: ID!) { user(id: $id) { id } }',
    rest: 'GET /users/:id',
  },
  {
    ...owners,
    graphql:
      'mutation { createUser(input: { email: "", password: "a sample password", fullName: "", role: SALES_REP }) { id } }',
    rest: 'POST /users',
    body: () => ({ ...nameless, full_name: '' }),
  },
  {
    ...platform,
    everywhere: true,
    thing: 'user',
    graphql: 'mutation ($id: ID!) { updateUser(id: $id, input: { phone: "(555) 0100-101" }) { id } }',
    rest: 'PUT /users/:id',
    body: () => ({ phone: '(555) 0100-101' }),
  },
  {
    ...platform,
    everywhere: true,
    thing: 'pendingUser',
    graphql:
      'mutation ($id: ID!, $tenantId: ID!) { approveUser(id: $id, tenantId: $tenantId, role: SALES_REP) { id } }',
    rest: 'POST /users/:id/approve',
  },
  {
    ...platform,
    everywhere: true,
    thing: 'user',
    graphql: 'mutation ($id: ID!) { setUserBlocked(id: $id, blocked: true) { id } }',
    rest: 'PUT /users/:id/block',
  },
  {
    ...platform,
    everywhere: true,
    thing: 'user',
    graphql: 'mutation ($id: ID!) { resetUserPassword(id: $id, newPassword: "") { message } }',
    rest: 'POST /users/:id/reset-password?new_password=',
  },
  {
    ...platform,
    everywhere: true,
    thing: 'user',
    lacking: /^Two factors are off/,
    graphql: 'mutation ($id: ID!) { resetUserTwoFactors(id: $id) { message } }',
    rest: 'POST /users/:id/reset-two-factors',
  },
  {
    ...leaders,
    everywhere: true,
    thing: 'user',
    graphql: 'mutation ($id: ID!) { createPasswordLink(userId: $id) { url } }',
    rest: 'POST /users/:id/password-link',
  },
  {
    ...platform,
    everywhere: true,
    thing: 'user',
    graphql: 'mutation ($id: ID!) { deleteUser(id: $id) { message } }',
    rest: 'DELETE /users/:id',
  },

  // Invitations
  { ...leaders, inTenant: true, graphql: '{ invitations { edges { cursor } } }', rest: 'GET /invitations' },
  {
    ...leaders,
    inTenant: true,
    graphql: 'mutation { createInvitation(input: { role: SALES_REP, uses: 0 }) { url } }',
    rest: 'POST /invitations',
    body: () => ({ role: 'sales_rep', uses: 0 }),
  },
  {
    ...leaders,
    inTenant: true,
    thing: 'invitation',
    graphql: 'mutation ($id: ID!) { revokeInvitation(id: $id) { message } }',
    rest: 'DELETE /invitations/:id',
  },
  {
    ...everybody,
    open: true,
    lacking: /^Invitation not found/,
    graphql: '{ invitationOffer(token: "") { role } }',
    rest: 'POST /auth/invitation',
    body: () => ({ token: '' }),
  },
  {
    ...everybody,
    open: true,
    lacking: /^Invitation not found/,
    graphql: 'mutation { acceptInvitation(token: "", fullName: "", password: "") { accessToken } }',
    rest: 'POST /auth/accept-invitation',
    body: () => ({ token: '', full_name: '', password: '' }),
  },

  // Sign-up
  {
    ...everybody,
    open: true,
    graphql:
      'mutation { registerCompany(input: { companyName: "", fullName: "", email: "", password: "", timeZone: "" }) { accessToken } }',
    rest: 'POST /auth/register-company',
    body: () => nobody,
  },
  {
    ...everybody,
    open: true,
    lacking: /^There is no such link/,
    graphql: 'mutation { confirmEmail(token: "") { accessToken } }',
    rest: 'POST /auth/confirm-email',
    body: () => ({ token: '' }),
  },
  {
    ...everybody,
    open: true,
    graphql:
      'mutation { setUp(input: { code: "", companyName: "", fullName: "", email: "", password: "", timeZone: "" }) { tenant { id } } }',
    rest: 'POST /auth/set-up',
    body: () => ({ ...nobody, code: '' }),
  },

  // Tenants
  { ...platform, graphql: '{ tenants { edges { cursor } } }', rest: 'GET /tenants' },
  { ...everybody, tenantless: true, graphql: '{ currentTenant { id } }', rest: 'GET /tenants/current' },
  {
    ...leaders,
    everywhere: true,
    thing: 'tenant',
    graphql: 'query ($id: ID!) { tenant(id: $id) { id } }',
    rest: 'GET /tenants/:id',
  },
  {
    ...owners,
    everywhere: true,
    thing: 'tenant',
    graphql: 'query ($id: ID!) { tenantStats(id: $id) { users } }',
    rest: 'GET /tenants/:id/stats',
  },
  {
    ...platform,
    graphql: 'mutation { createTenant(input: { name: "" }) { id } }',
    rest: 'POST /tenants',
    body: () => ({}),
  },
  {
    ...owners,
    everywhere: true,
    thing: 'tenant',
    graphql: 'mutation ($id: ID!) { updateTenant(id: $id, input: {}) { id } }',
    rest: 'PUT /tenants/:id',
    body: () => ({}),
  },
  {
    ...owners,
    inTenant: true,
    graphql: 'mutation { updateCompany(input: {}) { id } }',
    rest: 'PUT /tenants/current',
    body: () => ({}),
  },
  // Without a form it is refused before a tenant is needed.
  { ...owners, tenantless: true, rest: 'PUT /tenants/current/logo' },
  // Open to everybody who knows the id; the answer is that there is no logo.
  { ...everybody, open: true, lacking: /^Logo not found/, rest: 'GET /tenants/:id/logo' },
  {
    ...owners,
    inTenant: true,
    graphql: 'mutation { removeCompanyLogo { id } }',
    rest: 'DELETE /tenants/current/logo',
  },
  {
    ...platform,
    everywhere: true,
    thing: 'spareTenant',
    graphql: 'mutation ($id: ID!) { archiveTenant(id: $id) { id } }',
    rest: 'POST /tenants/:id/archive',
  },
  {
    ...platform,
    everywhere: true,
    thing: 'spareTenant',
    graphql: 'mutation ($id: ID!) { restoreTenant(id: $id) { id } }',
    rest: 'POST /tenants/:id/restore',
  },
  { ...leaders, everywhere: true, thing: 'tenant', rest: 'GET /tenants/:id/users' },
  {
    ...owners,
    everywhere: true,
    thing: 'tenant',
    rest: 'POST /tenants/:id/users',
    body: () => ({ ...nameless, full_name: '' }),
  },

  // Activity
  { ...ownOfReps, graphql: '{ activityLog { edges { cursor } } }', rest: 'GET /activity/logs' },
  { ...ownOfReps, graphql: '{ activityStats { apiCalls } }', rest: 'GET /activity/stats' },
  {
    ...everybody,
    inTenant: true,
    graphql: 'mutation { logMapLoad(lat: 39, lng: -86, zoom: 18) { message } }',
    rest: 'POST /activity/log-map-load',
    body: () => ({ lat: 39, lng: -86, zoom: 18 }),
  },
  { ...everybody, inTenant: true, rest: 'POST /activity/log-regrid-call', body: () => ({ parcel_id: '1' }) },

  // Properties
  { ...ownOfReps, graphql: '{ properties { edges { cursor } } }', rest: 'GET /properties' },
  { ...ownOfReps, graphql: '{ propertyNeighborhoods }', rest: 'GET /properties/neighborhoods' },
  {
    ...everybody,
    graphql:
      '{ propertyMap(bounds: { south: 39, west: -87, north: 40, east: -86 }, zoom: 18) { total neighborhoods { count } } }',
  },
  { ...everybody, thing: 'property', graphql: 'query ($id: ID!) { property(id: $id) { id } }' },
  { ...ownOfReps, thing: 'property', rest: 'GET /properties/:id' },
  {
    ...everybody,
    inTenant: true,
    graphql: 'mutation ($input: NewPropertyInput!) { createProperty(input: $input) { id } }',
    variables: () => ({ input: property() }),
    rest: 'POST /properties',
    body: property,
  },
  {
    ...ownOfReps,
    thing: 'property',
    graphql: 'mutation ($id: ID!) { updateProperty(id: $id, input: { notes: "x" }) { id } }',
    rest: 'PUT /properties/:id',
    body: () => ({ notes: 'x' }),
  },
  {
    ...leaders,
    thing: 'property',
    graphql: 'mutation ($id: ID!) { assignProperties(ids: [$id]) { changed } }',
    rest: 'POST /properties/assign',
    body: (id) => ({ property_ids: [id], assigned_to: null }),
  },
  {
    ...leaders,
    thing: 'property',
    graphql: 'mutation ($id: ID!) { deleteProperty(id: $id) { message } }',
    rest: 'DELETE /properties/:id',
  },
  { ...ownOfReps, thing: 'property', graphql: 'mutation ($id: ID!) { refreshOwner(id: $id) { outcome } }' },
  {
    ...ownOfReps,
    thing: 'property',
    graphql: `mutation ($id: ID!) { restoreOwner(propertyId: $id, replacedId: "${unknownId}") { id } }`,
    rest: 'POST /properties/:id/restore-owner',
    body: () => ({ replaced_id: unknownId }),
    lacking: /^Replaced owner not found/,
  },
  {
    ...ownOfReps,
    thing: 'property',
    // A record that is not found is refused, which means that the call was allowed.
    graphql: 'mutation ($id: ID!) { saveNearbyOwner(propertyId: $id, parcelId: "none") { id } }',
    rest: 'POST /properties/:id/save-nearby-owner',
    body: () => ({ parcel_id: 'none' }),
  },
  { ...ownOfReps, thing: 'property', rest: 'GET /properties/:id/replaced-owners' },
  { ...leaders, inTenant: true, graphql: '{ addressMixUps { next } }', rest: 'GET /address-mix-ups' },
  {
    ...leaders,
    thing: 'property',
    // A property without a mix-up is refused, which means that the call was allowed.
    graphql: 'mutation ($id: ID!) { correctOwner(propertyId: $id) { id } }',
    rest: 'POST /properties/:id/correct-owner',
  },
  { ...leaders, inTenant: true, graphql: '{ assignableUsers { id } }' },

  // Quick find
  {
    ...ownOfReps,
    graphql: '{ quickFind(query: "sample") { properties { id } } }',
    rest: 'GET /quick-find?q=sample',
  },

  // Leads
  { ...ownOfReps, graphql: '{ leads { edges { cursor } } }', rest: 'GET /leads' },
  { ...ownOfReps, graphql: '{ leadCounters { total } }' },
  { ...ownOfReps, graphql: '{ leadGroups { tag } }' },
  { ...ownOfReps, graphql: '{ leadIds }' },
  { ...ownOfReps, thing: 'lead', graphql: 'query ($id: ID!) { lead(id: $id) { id } }', rest: 'GET /leads/:id' },
  {
    ...ownOfReps,
    thing: 'property',
    inTenant: true,
    graphql: 'mutation ($id: ID!) { createLead(input: { propertyId: $id, tag: STORM }) { id } }',
    rest: 'POST /leads',
    body: (id) => ({ property_id: id, tag: 'storm' }),
  },
  {
    ...ownOfReps,
    thing: 'lead',
    graphql: 'mutation ($id: ID!) { updateLead(id: $id, input: { status: CONTACTED }) { id } }',
    rest: 'PUT /leads/:id',
    body: () => ({ status: 'contacted' }),
  },
  {
    ...ownOfReps,
    thing: 'lead',
    graphql: 'mutation ($id: ID!) { retagLeads(ids: [$id], tag: GUTTER) { changed } }',
  },
  {
    ...ownOfReps,
    thing: 'lead',
    graphql: 'mutation ($id: ID!) { setLeadStatus(ids: [$id], status: CONTACTED) { changed } }',
    rest: 'POST /leads/status',
    body: (id) => ({ lead_ids: [id], status: 'contacted' }),
  },
  {
    ...leaders,
    thing: 'lead',
    graphql: 'mutation ($id: ID!) { assignLeads(ids: [$id]) { changed } }',
    rest: 'POST /leads/assign',
    body: (id) => ({ lead_ids: [id], assigned_to: null }),
  },
  {
    ...ownOfReps,
    thing: 'lead',
    graphql: 'mutation ($id: ID!) { setLeadStage(ids: [$id]) { changed } }',
    rest: 'POST /leads/stage',
    body: (id) => ({ lead_ids: [id], stage_id: null }),
  },
  {
    ...ownOfReps,
    thing: 'lead',
    graphql: 'mutation ($id: ID!) { addLeadNote(leadId: $id, text: "x") { id } }',
    rest: 'POST /leads/:id/notes',
    body: () => ({ text: 'x' }),
  },
  { ...ownOfReps, thing: 'lead', rest: 'GET /leads/:id/notes' },
  { ...everybody, inTenant: true, graphql: '{ leadStages { id } }', rest: 'GET /leads/stages' },
  {
    ...leaders,
    inTenant: true,
    graphql: 'mutation { setLeadStages(stages: []) { id } }',
    rest: 'PUT /leads/stages',
    body: () => ({ stages: [] }),
  },
  {
    ...leaders,
    thing: 'lead',
    graphql: 'query ($id: ID!) { leadDuplicates(id: $id) { reason } }',
    rest: 'GET /leads/:id/duplicates',
  },
  { ...leaders, inTenant: true, graphql: '{ duplicateLeads { leads { id } } }', rest: 'GET /leads/duplicates' },
  {
    ...leaders,
    thing: 'lead',
    // A single lead is refused, which means that the call was allowed.
    graphql: 'mutation ($id: ID!) { dismissDuplicates(ids: [$id]) { changed } }',
    rest: 'POST /leads/duplicates/dismiss',
    body: (id) => ({ lead_ids: [id] }),
  },
  {
    ...leaders,
    thing: 'lead',
    // Merging a lead into itself is refused, which means that the call was allowed.
    graphql: 'mutation ($id: ID!) { mergeLeads(keepId: $id, mergeIds: [$id]) { id } }',
    rest: 'POST /leads/merge',
    body: (id) => ({ keep_id: id, merge_ids: [id] }),
  },
  {
    ...ownOfReps,
    thing: 'lead',
    graphql: 'mutation ($id: ID!) { setLeadPriority(ids: [$id], priority: HIGH) { changed } }',
    rest: 'POST /leads/priority',
    body: (id) => ({ lead_ids: [id], priority: 'high' }),
  },
  {
    ...notOwners,
    thing: 'lead',
    graphql: 'mutation ($id: ID!) { deleteLead(id: $id) { message } }',
    rest: 'DELETE /leads/:id',
  },

  // Outcomes
  { ...everybody, inTenant: true, graphql: '{ outcomes { id } }', rest: 'GET /outcomes' },
  {
    ...leaders,
    inTenant: true,
    // Without a meaning it is refused, which means that the call was allowed.
    rest: 'POST /outcomes',
    body: () => ({ name: 'New' }),
  },
  {
    ...leaders,
    thing: 'outcome',
    inTenant: true,
    // Another meaning is refused, which means that the call was allowed.
    graphql: 'mutation ($id: ID!) { saveOutcome(input: { id: $id, meaning: TALKED }) { id } }',
    rest: 'PUT /outcomes/:id',
    body: () => ({ meaning: 'talked' }),
  },
  {
    ...leaders,
    thing: 'outcome',
    inTenant: true,
    graphql: 'mutation ($id: ID!) { retireOutcome(id: $id) { id } }',
    rest: 'DELETE /outcomes/:id',
  },

  // Forgetting
  {
    ...owners,
    thing: 'property',
    inTenant: true,
    graphql: 'mutation ($id: ID!) { forgetHousehold(propertyId: $id, reason: "Sample") { receiptUrl } }',
    rest: 'POST /properties/:id/forget',
    body: () => ({ reason: 'Sample' }),
  },
  { ...owners, thing: 'forgottenHousehold', inTenant: true, rest: 'GET /properties/:id/forget-receipt' },

  {
    ...everybody,
    inTenant: true,
    graphql: '{ forgottenProperties { propertyIds } }',
    rest: 'GET /forgotten-properties',
  },
  { ...everybody, inTenant: true, graphql: '{ dataRetention { positionDays } }', rest: 'GET /data-retention' },
  {
    ...owners,
    inTenant: true,
    graphql: 'mutation { setDataRetention { positionDays } }',
    rest: 'PUT /data-retention',
    body: () => ({}),
  },

  // Do not knock
  { ...leaders, graphql: '{ doNotKnockList(first: 1) { totalCount } }', rest: 'GET /do-not-knock?limit=1' },
  { ...everybody, thing: 'property', rest: 'GET /properties/:id/do-not-knock' },
  {
    ...everybody,
    thing: 'property',
    inTenant: true,
    // A time in the past is refused, which means that the call was allowed.
    graphql:
      'mutation ($id: ID!) { setDoNotKnock(input: { propertyId: $id, kind: ASKED, until: "2020-01-01T00:00:00Z" }) { id } }',
    rest: 'POST /do-not-knock',
    body: (id) => ({ property_id: id, kind: 'asked', until: '2020-01-01T00:00:00Z' }),
  },
  {
    ...leaders,
    thing: 'doNotKnock',
    inTenant: true,
    graphql: 'mutation ($id: ID!) { liftDoNotKnock(id: $id, reason: "Sample") { id } }',
    rest: 'DELETE /do-not-knock/:id?reason=Sample',
  },

  // Territories
  {
    ...everybody,
    inTenant: true,
    graphql: '{ territories { totalCount edges { cursor } } }',
    rest: 'GET /territories',
  },
  { ...everybody, inTenant: true, rest: 'GET /territories.geojson' },
  { ...everybody, inTenant: true, rest: 'GET /territories.kml' },
  {
    ...ownOfReps,
    thing: 'territory',
    inTenant: true,
    graphql: 'query ($id: ID!) { territory(id: $id) { id } }',
    rest: 'GET /territories/:id',
  },
  {
    ...ownOfReps,
    thing: 'territory',
    inTenant: true,
    graphql: 'query ($id: ID!) { walkingRoute(input: { territoryId: $id }) { meters } }',
    rest: 'POST /crm/route',
    body: (id) => ({ territory_id: id }),
  },
  { ...ownOnly, inTenant: true, graphql: '{ myDoorsForToday { canTake } }', rest: 'GET /crm/route/doors' },
  // No company of these lets its reps take doors, so it is refused, which means that the call was allowed.
  {
    ...ownOnly,
    inTenant: true,
    graphql: 'mutation { takeNearestDoors(input: { from: { lat: 39, lng: -86 } }) { canTake } }',
    rest: 'POST /crm/route/doors',
    body: () => ({ from: { lat: 39, lng: -86 } }),
  },
  { ...ownOnly, inTenant: true, graphql: 'mutation { returnDoors { canTake } }', rest: 'DELETE /crm/route/doors' },
  // An invalid area is refused, which means that the call was allowed.
  {
    ...leaders,
    inTenant: true,
    graphql: '{ territoryPreview(area: {}) { doors } }',
    rest: 'POST /territories/preview',
    body: () => ({ area: {} }),
  },
  // An invalid ZIP code is refused, which means that the call was allowed.
  {
    ...leaders,
    inTenant: true,
    graphql: '{ territoryAround(zipCode: "x") { doors } }',
    rest: 'POST /territories/around',
    body: () => ({ zip_code: 'x' }),
  },
  {
    ...leaders,
    inTenant: true,
    graphql: '{ territorySplit(area: {}, parts: 2) { doors } }',
    rest: 'POST /territories/split',
    body: () => ({ area: {}, parts: 2 }),
  },
  {
    ...leaders,
    inTenant: true,
    graphql: 'mutation { createTerritories(input: [{ name: "New", area: {} }]) { id } }',
    rest: 'POST /territories',
    body: () => ({ name: 'New', area: {} }),
  },
  {
    ...leaders,
    thing: 'territory',
    inTenant: true,
    graphql: 'mutation ($id: ID!) { updateTerritory(id: $id, input: { name: "Newer" }) { id } }',
    rest: 'PUT /territories/:id',
    body: () => ({ name: 'Newer' }),
  },
  {
    ...leaders,
    thing: 'territory',
    inTenant: true,
    graphql: 'mutation ($id: ID!) { assignTerritory(id: $id, userIds: []) { id } }',
    rest: 'POST /territories/:id/assignments',
    body: () => ({ user_ids: [] }),
  },
  {
    ...leaders,
    thing: 'territory',
    inTenant: true,
    graphql: 'mutation ($id: ID!) { archiveTerritory(id: $id) { id } }',
    rest: 'DELETE /territories/:id',
  },
  // Without a form it is refused before a tenant is needed.
  { ...leaders, tenantless: true, rest: 'POST /territories/import' },
  {
    ...leaders,
    inTenant: true,
    graphql: '{ passes { totalCount edges { cursor } } }',
    rest: 'GET /territories/passes',
  },
  {
    ...leaders,
    thing: 'pass',
    inTenant: true,
    graphql: 'query ($id: ID!) { pass(id: $id) { id } }',
    rest: 'GET /territories/passes/:id',
  },
  // A pass without territories is refused, which means that the call was allowed.
  {
    ...leaders,
    inTenant: true,
    graphql: 'mutation { startPass(input: { name: "New", territoryIds: [] }) { id } }',
    rest: 'POST /territories/passes',
    body: () => ({ name: 'New', territory_ids: [] }),
  },
  {
    ...leaders,
    thing: 'pass',
    inTenant: true,
    graphql: 'mutation ($id: ID!) { endPass(id: $id) { id } }',
    rest: 'POST /territories/passes/:id/end',
  },

  // Permits
  { ...everybody, inTenant: true, graphql: '{ permits { id } }', rest: 'GET /permits' },
  {
    ...leaders,
    inTenant: true,
    // A blank city is refused, which means that the call was allowed.
    graphql: 'mutation { savePermit(input: { city: " ", area: {}, validFrom: "2026-01-01" }) { id } }',
    rest: 'POST /permits',
    body: () => ({ city: ' ', area: {}, valid_from: '2026-01-01' }),
  },
  {
    ...leaders,
    thing: 'permit',
    inTenant: true,
    rest: 'PUT /permits/:id',
    body: () => ({ city: 'Sample City', area: samplePermitArea, valid_from: '2026-01-01' }),
  },
  {
    ...leaders,
    thing: 'permit',
    inTenant: true,
    graphql: 'mutation ($id: ID!) { deletePermit(id: $id) { message } }',
    rest: 'DELETE /permits/:id',
  },

  // Cities' lists
  { ...leaders, inTenant: true, graphql: '{ registries { id } }', rest: 'GET /do-not-knock/registries' },
  {
    ...leaders,
    inTenant: true,
    // A blank city is refused, which means that the call was allowed.
    graphql: 'mutation { importRegistry(input: { city: " ", listText: "1 Demo St" }) { id } }',
  },
  // Without a form it is refused before a tenant is needed.
  { ...leaders, tenantless: true, rest: 'POST /do-not-knock/registries' },
  {
    ...leaders,
    thing: 'registry',
    inTenant: true,
    graphql: 'query ($id: ID!) { registryEntries(registryId: $id, first: 1) { totalCount } }',
    rest: 'GET /do-not-knock/registries/:id/entries?limit=1',
  },
  {
    ...leaders,
    thing: 'registry',
    inTenant: true,
    rest: 'GET /do-not-knock/registries/:id/evidence.csv',
  },
  {
    ...leaders,
    thing: 'registry',
    inTenant: true,
    rest: 'GET /do-not-knock/registries/:id/evidence.pdf',
  },
  {
    ...leaders,
    thing: 'registry',
    inTenant: true,
    // An unknown address is refused, which means that the call was allowed.
    graphql:
      'mutation ($id: ID!) { decideRegistryEntries(registryId: $id, decisions: [{ row: 1, decision: SKIP }]) { id } }',
    rest: 'POST /do-not-knock/registries/:id/decisions',
    body: () => [{ row: 1, decision: 'skip' }],
  },

  // Saved views
  { ...everybody, graphql: '{ savedViews(list: LEADS) { id } }', rest: 'GET /saved-views?list=leads' },
  {
    ...everybody,
    inTenant: true,
    graphql: 'mutation { createSavedView(input: { list: LEADS, name: "New", query: "status=new" }) { id } }',
    rest: 'POST /saved-views',
    body: () => ({ list: 'leads', name: 'New', query: 'status=new' }),
  },
  {
    ...ownOnly,
    thing: 'savedView',
    inTenant: true,
    graphql: 'mutation ($id: ID!) { updateSavedView(id: $id, input: { name: "Newer" }) { id } }',
    rest: 'PUT /saved-views/:id',
    body: () => ({ name: 'Newer' }),
  },
  {
    ...ownOnly,
    thing: 'savedView',
    inTenant: true,
    graphql: 'mutation ($id: ID!) { deleteSavedView(id: $id) { message } }',
    rest: 'DELETE /saved-views/:id',
  },

  // Knocking
  {
    ...everybody,
    thing: 'property',
    inTenant: true,
    graphql: 'mutation ($id: ID!) { logKnock(input: { propertyId: $id, outcome: TALKED }) { eventId } }',
    rest: 'POST /crm/door-knocks',
    body: (id) => ({ property_id: id, outcome: 'talked' }),
  },
  { ...everybody, inTenant: true, graphql: 'mutation { logKnocks(inputs: []) { eventId } }' },
  {
    ...everybody,
    thing: 'property',
    inTenant: true,
    graphql: 'query ($id: ID!) { nextDoor(from: { propertyId: $id }) { id } }',
  },
  {
    ...ownOfReps,
    thing: 'knock',
    inTenant: true,
    graphql: 'mutation ($id: ID!) { withdrawKnock(eventId: $id) { eventId } }',
    rest: 'DELETE /crm/door-knocks/:event_id',
  },
  { ...ownOfReps, thing: 'property', rest: 'GET /properties/:id/knocks' },
  { ...ownOnly, inTenant: true, graphql: '{ comeBacks { eventId } }', rest: 'GET /crm/come-backs' },
  // Without a form it is refused before a tenant is needed.
  { ...everybody, tenantless: true, rest: 'POST /photos' },
  { ...ownOfReps, thing: 'photo', rest: 'GET /photos/:id' },
  { ...everybody, inTenant: true, graphql: 'mutation { sync(actions: []) { id } }' },
  { ...ownOnly, graphql: '{ knockSessions { id } }' },
  {
    ...ownOnly,
    inTenant: true,
    graphql: '{ recordedAboutMe { totalCount edges { cursor } } }',
    rest: 'GET /me/recorded',
  },
  { ...ownOnly, inTenant: true, rest: 'GET /me/recorded.csv' },
  {
    ...ownOnly,
    inTenant: true,
    graphql: 'mutation { startKnockSession { id } }',
    rest: 'POST /crm/door-knock-session/start',
  },
  {
    ...ownOnly,
    thing: 'knockSession',
    inTenant: true,
    graphql: 'mutation ($id: ID!) { endKnockSession(id: $id) { id } }',
    rest: 'PUT /crm/door-knock-session/:id/end',
  },
  {
    ...ownOnly,
    thing: 'knockSession',
    inTenant: true,
    graphql: 'mutation ($id: ID!) { pauseKnockSession(id: $id) { id } }',
    rest: 'PUT /crm/door-knock-session/:id/pause',
  },
  {
    ...ownOnly,
    thing: 'knockSession',
    inTenant: true,
    graphql: 'mutation ($id: ID!) { resumeKnockSession(id: $id) { id } }',
    rest: 'PUT /crm/door-knock-session/:id/resume',
  },

  // Performance
  { ...everybody, graphql: '{ leaderboard { timeZone } }', rest: 'GET /crm/leaderboard' },
  { ...ownOfReps, graphql: '{ teamPerformance { period } }', rest: 'GET /crm/team-performance' },
  { ...ownOfReps, graphql: '{ salesPerformance { period } }', rest: 'GET /crm/sales-performance' },
  { ...ownOfReps, graphql: '{ neighborhoodPerformance { period } }', rest: 'GET /crm/neighborhood-performance' },
  { ...ownOfReps, inTenant: true, graphql: '{ repDay { period } }' },
  { ...ownOfReps, inTenant: true, graphql: '{ trends { period } }' },
  { ...ownOfReps, inTenant: true, graphql: '{ performanceTrend { unit } }', rest: 'GET /crm/performance-trend' },
  { ...ownOfReps, inTenant: true, graphql: '{ talkRates { timeZone } }', rest: 'GET /crm/talk-rates' },
  { ...ownOfReps, inTenant: true, graphql: '{ repSummary { period } }', rest: 'GET /crm/rep-summary' },
  { ...ownOfReps, inTenant: true, graphql: '{ explain(input: { figure: LEADS_CREATED }) { total } }' },
  { ...ownOfReps, graphql: '{ targets { value } }', rest: 'GET /crm/targets' },
  {
    ...leaders,
    inTenant: true,
    thing: 'user',
    graphql:
      'mutation ($id: ID!) { setTarget(input: { userId: $id, period: WEEK, metric: LEADS_CREATED, value: 9 }) { value } }',
    rest: 'POST /crm/targets',
    body: (id) => ({ user_id: id, period: 'week', metric: 'leads_created', value: 9 }),
  },
  { ...ownOfReps, graphql: '{ totals { leads } }' },

  // Usage and cost
  { ...ownOfReps, graphql: '{ usageSummary { totalCost } }', rest: 'GET /finops/usage/summary' },
  { ...leaders, graphql: '{ billingSummary { totalCost } }', rest: 'GET /finops/billing/summary' },
  {
    ...leaders,
    tenantless: true,
    graphql: '{ costConfiguration { costPerUnit } }',
    rest: 'GET /finops/cost-configuration',
  },
  { ...platform, graphql: 'mutation { setCostRate(service: MAP_LOADS, costPerUnit: 0.007) { costPerUnit } }' },
  {
    ...platform,
    lacking: /^Service not found/,
    rest: 'PUT /finops/cost-configuration/:id',
    body: () => ({ cost_per_unit: 0.007 }),
  },
  {
    ...leaders,
    inTenant: true,
    graphql: 'mutation { trackUsage(input: { service: MAP_LOADS, quantity: 1 }) { id } }',
    rest: 'POST /finops/track-usage',
    body: () => ({ service_type: 'map_loads', quantity: 1 }),
  },
  { ...platform, graphql: '{ tenantComparison { days } }', rest: 'GET /finops/tenant-comparison' },

  // Mails
  { ...platform, graphql: '{ mails { totalCount } }', rest: 'GET /mails' },

  // Locating
  { ...everybody, tenantless: true, graphql: '{ mapConfiguration { provider } }' },
  { ...everybody, inTenant: true, graphql: '{ addressSuggestions(query: "1 Sample") { id } }' },
  {
    ...everybody,
    inTenant: true,
    graphql: '{ housesIn(bounds: { south: 41, west: -88, north: 41.01, east: -87.99 }) { address } }',
  },
  { ...everybody, inTenant: true, graphql: '{ geocode(address: "1 Sample St") { address } }' },
  { ...everybody, inTenant: true, graphql: '{ reverseGeocode(lat: 39, lng: -86) { address } }' },
  {
    ...everybody,
    inTenant: true,
    graphql: 'mutation { locateProperty(input: { address: "1 Sample St" }) { outcome } }',
  },
  {
    ...everybody,
    inTenant: true,
    graphql: '{ parcelSearch(address: "1 Sample St") { id } }',
    rest: 'GET /regrid/search?address=1%20Sample%20St',
  },
  {
    ...everybody,
    inTenant: true,
    graphql: '{ parcelsAt(lat: 39, lng: -86) { id } }',
    rest: 'POST /regrid/search-by-coordinates',
    body: () => ({ lat: 39, lng: -86 }),
  },
  { ...everybody, inTenant: true, graphql: '{ parcel(id: "unknown") { id } }' },
  { ...everybody, inTenant: true, lacking: /^Parcel not found/, rest: 'GET /regrid/details/:id' },
  { ...everybody, open: true, rest: 'GET /basemap/:z/:x/:y.mvt' },

  // Templates and printing
  { ...everybody, graphql: '{ templateTags { tag } }', rest: 'GET /templates/tags' },
  { ...leaders, graphql: '{ templates { id } }', rest: 'GET /templates/list' },
  { ...everybody, graphql: '{ printableTemplates { id } }' },
  {
    ...leaders,
    thing: 'template',
    graphql: 'mutation ($id: ID!) { updateTemplate(id: $id, input: { tag: FLYER }) { id } }',
    rest: 'PUT /templates/:id',
    body: () => ({ tag: 'flyer' }),
  },
  { ...leaders, thing: 'template', rest: 'GET /templates/download/:id' },
  { ...leaders, tenantless: true, rest: 'POST /templates/upload' },
  { ...leaders, inTenant: true, graphql: 'mutation { addStarterTemplates { id } }', rest: 'POST /templates/starters' },
  {
    ...leaders,
    thing: 'template',
    graphql: 'mutation ($id: ID!) { deleteTemplate(id: $id) { message } }',
    rest: 'DELETE /templates/:id',
  },
  { ...leaders, tenantless: true, graphql: '{ leadTemplateFields { name } }' },
  { ...leaders, inTenant: true, graphql: '{ printCheck(selection: { tag: STORM }) { total } }' },
  {
    ...leaders,
    inTenant: true,
    lacking: /^(There is no template for|No leads found)/,
    rest: 'POST /templates/batch-print',
    body: () => ({ lead_ids: ['unknown'], template_tag: 'flyer' }),
  },
  {
    ...leaders,
    inTenant: true,
    lacking: noTemplate,
    rest: 'POST /templates/batch-print-by-tag?tag=concrete&template_tag=flyer',
  },
  {
    ...leaders,
    inTenant: true,
    lacking: noTemplate,
    rest: 'POST /templates/batch-print-by-lead-type?lead_type=flyer&template_tag=flyer',
  },
  {
    ...leaders,
    inTenant: true,
    lacking: /^No leads found/,
    rest: 'POST /templates/print-labels',
    body: () => ({ lead_ids: ['unknown'], sheet: '5160' }),
  },
  {
    ...leaders,
    tenantless: true,
    graphql: '{ printConfiguration { pdf } }',
    rest: 'GET /templates/print-configuration',
  },
  { ...ownOfReps, thing: 'lead', lacking: noTemplate, rest: 'POST /templates/preview/:id?template_tag=flyer' },

  // Jobs and exports
  { ...everybody, graphql: '{ jobs { id } }', rest: 'GET /jobs' },
  { ...formerManagers, thing: 'job', graphql: 'query ($id: ID!) { job(id: $id) { id } }', rest: 'GET /jobs/:id' },
  { ...formerManagers, thing: 'job', rest: 'GET /jobs/:id/file' },
  {
    ...leaders,
    thing: 'job',
    graphql: 'mutation ($id: ID!) { retryJob(id: $id) { id } }',
    rest: 'POST /jobs/:id/retry',
  },
  {
    ...leaders,
    graphql: 'mutation { exportList(list: LEADS) { id } }',
    rest: 'POST /exports',
    body: () => ({ list: 'leads' }),
  },
  { ...leaders, inTenant: true, graphql: 'mutation { exportEverything { id } }' },

  // Imports
  // Without a form it is refused before a tenant is needed.
  { ...leaders, tenantless: true, rest: 'POST /imports' },
  { ...leaders, tenantless: true, rest: 'POST /imports/preview' },
  {
    ...importers,
    thing: 'importJob',
    inTenant: true,
    foundFirst: true,
    graphql: 'mutation ($id: ID!) { runImport(id: $id, input: { dryRun: true }) { id } }',
    rest: 'POST /imports/:id/run',
    body: () => ({ dry_run: true }),
    lacking: tooManyJobs,
  },
  {
    ...importers,
    thing: 'importJob',
    inTenant: true,
    foundFirst: true,
    graphql: 'mutation ($id: ID!) { undoImport(id: $id) { id } }',
    rest: 'POST /imports/:id/undo',
    lacking: tooManyJobs,
  },
  {
    ...importers,
    thing: 'importJob',
    graphql: 'query ($id: ID!) { importRows(importId: $id) { totalCount edges { cursor } } }',
    rest: 'GET /imports/:id/rows',
  },
  { ...importers, thing: 'importJob', rest: 'GET /imports/:id/rows.csv' },
  {
    ...importers,
    thing: 'importJob',
    inTenant: true,
    foundFirst: true,
    graphql: 'mutation ($id: ID!) { decideImportRows(importId: $id, decisions: [{ row: 2, decision: SKIP }]) { id } }',
    rest: 'POST /imports/:id/decisions',
    body: () => [{ row: 2, decision: 'skip' }],
    lacking: tooManyJobs,
  },
  // Parcels of a company
  { ...owners, inTenant: true, graphql: '{ parcelsAround { parcels } }', rest: 'GET /parcels-around' },
  { ...owners, inTenant: true, graphql: '{ parcelImports { id } }', rest: 'GET /parcel-imports' },
  {
    ...owners,
    inTenant: true,
    graphql: 'mutation { startParcelImport(input: { name: "a/b", fileName: "", totalBytes: 1 }) { id } }',
    rest: 'POST /parcel-imports',
    body: () => ({ name: 'a/b', file_name: '', total_bytes: 1 }),
  },
  // Without a form it is refused before a tenant is needed.
  { ...owners, tenantless: true, rest: 'POST /parcel-imports/:id/parts' },
  {
    ...owners,
    thing: 'parcelImport',
    inTenant: true,
    graphql: 'query ($id: ID!) { parcelImportHead(id: $id) { columns } }',
    rest: 'GET /parcel-imports/:id/head',
  },
  {
    ...owners,
    thing: 'parcelImport',
    inTenant: true,
    graphql:
      'mutation ($id: ID!) { checkParcelImport(id: $id, input: { mapping: [{ field: "parcel_id", column: "pin" }] }) { id } }',
    rest: 'POST /parcel-imports/:id/check',
    body: () => ({ mapping: { parcel_id: 'pin' } }),
    lacking: /^(You have 10 jobs that have not ended|Another file of parcels is being imported)/,
  },
  {
    ...owners,
    thing: 'parcelImport',
    inTenant: true,
    graphql: 'mutation ($id: ID!) { publishParcelImport(id: $id) { id } }',
    rest: 'POST /parcel-imports/:id/publish',
    lacking: /^This import has failed/,
  },
  {
    ...owners,
    thing: 'liveParcelImport',
    inTenant: true,
    graphql: 'mutation ($id: ID!) { undoParcelImport(id: $id) { id } }',
    rest: 'POST /parcel-imports/:id/undo',
  },
  {
    ...owners,
    thing: 'parcelImport',
    inTenant: true,
    graphql: 'mutation ($id: ID!) { deleteParcelImport(id: $id) { message } }',
    rest: 'DELETE /parcel-imports/:id',
  },
  {
    ...everybody,
    lacking: /^Job not found/,
    graphql: 'subscription { jobChanged(id: "00000000-0000-7000-8000-000000000000") { id } }',
  },
  { ...leaders, graphql: 'subscription { jobsChanged { id } }' },
  { ...leaders, inTenant: true, graphql: 'subscription { webhooksChanged { id } }' },

  // Live
  { ...everybody, graphql: 'subscription { leaderboardChanged { timeZone } }' },
  { ...ownOfReps, graphql: 'subscription { teamPerformanceChanged { period } }' },
  { ...ownOfReps, graphql: 'subscription { usageChanged { period } }' },
  { ...ownOfReps, inTenant: true, graphql: 'subscription { activityAppended { position } }' },
  { ...platform, graphql: 'subscription { tenantComparisonChanged { days } }' },
  { ...ownOfReps, inTenant: true, graphql: 'subscription { propertiesChanged { at } }' },
  { ...ownOfReps, inTenant: true, graphql: 'subscription { territoriesChanged { at } }' },
  { ...ownOfReps, inTenant: true, graphql: 'subscription { leadsChanged { at } }' },

  // Mock data and pages
  { ...platform, tenantless: true, rest: 'GET /mock/properties?mock=true' },
  { ...platform, tenantless: true, rest: 'GET /mock/leads?mock=true' },
  { ...platform, tenantless: true, rest: 'GET /mock/users?mock=true' },
  { ...platform, tenantless: true, rest: 'GET /mock/activity/stats?mock=true' },
  { ...platform, tenantless: true, rest: 'GET /mock/finops/summary?mock=true' },
  { ...platform, tenantless: true, rest: 'GET /mock/sales/performance?mock=true' },
  { ...everybody, open: true, rest: 'GET /legacy/static/flyer.html' },

  // The documentation
  { ...everybody, open: true, rest: 'GET /openapi.json' },
  { ...everybody, open: true, rest: 'GET /docs' },

  // Operations
  { ...everybody, open: true, rest: 'GET /health' },
  { ...everybody, open: true, rest: 'GET /health/live' },
  { ...everybody, open: true, rest: 'GET /health/ready' },
  // Open to programs on this machine, such as this test; METRICS_TOKEN guards it for others.
  { ...everybody, open: true, rest: 'GET /metrics' },
]
