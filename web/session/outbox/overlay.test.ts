import { describe, expect, it } from 'vitest'
import type { KnockOutcome } from '../../gql/graphql.ts'
import type { DoorState, OutboxAction, OutboxItem } from './outboxItems.ts'
import { showItems } from './overlay.ts'

const at = (minute: number) => `2026-11-18T20:${minute}:00.000Z`
const fresh: DoorState = { status: 'NEW', lastOutcome: null, lastKnockedAt: null }
const flyer: DoorState = { status: 'NEW', lastOutcome: 'LEFT_FLYER', lastKnockedAt: at(10) }
const rep = { id: 'riley', fullName: 'Riley Example' }
const now = new Date('2026-11-18T22:00:00Z')

function itemOf(action: Omit<OutboxAction, 'occurredAt'> & { occurredAt?: string }, rest: Partial<OutboxItem> = {}) {
  const about = { title: '1018 W 12th Demo St', outboxName: 'riley', attempts: 0, serverFailures: 0, seq: 1 }
  return { ...about, propertyId: 'p', ...rest, action: { occurredAt: at(20), ...action } }
}

const knockOf = (id: string, outcome: KnockOutcome, minute: number, rest: Partial<OutboxItem> = {}, note?: string) =>
  itemOf({ id, kind: 'KNOCK', occurredAt: at(minute), knock: { propertyId: 'p', outcome, note } }, rest)
const withdrawalOf = (knockId: string, rest: Partial<OutboxItem> = {}) =>
  itemOf({ id: `withdrawal of ${knockId}`, kind: 'WITHDRAWAL', withdrawal: { knockId } }, rest)

/** `data` that includes this position, with the items. */
const show = <Data>(data: Data, items: OutboxItem[], position = 0): Data =>
  showItems(data, () => position, { rep, items, now })

describe('a property', () => {
  const sent = (eventId: string) => ({
    ...{ __typename: 'Knock', eventId, outcome: 'TALKED' as const, occurredAt: at(10), note: null, photoIds: [] },
    ...{ distanceMeters: 12, rep: { id: 'avery', fullName: 'Avery Example' } },
  })
  const property = { __typename: 'Property', id: 'p', ...fresh, notes: null, knocks: [sent('a'), sent('b')] }
  const knocksOf = (...items: OutboxItem[]) =>
    show(property, items).knocks as Partial<OutboxItem & { eventId: string }>[]
  const idsOf = (...items: OutboxItem[]) => knocksOf(...items).map(({ eventId }) => eventId)

  it('has every knock that waits with its note and photos, by the rep of this device, and shows the last one', () => {
    const photos = [{ id: 'photo', photo: new Blob(['x']) }]
    const shown = show({ property }, [
      knockOf('first', 'TALKED', 20, { before: fresh }, 'wants a price'),
      knockOf('second', 'NOBODY_HOME', 25, { photos }),
    ]).property
    const own = { photoIds: [], comeBackAt: null, distanceMeters: null, rep }
    expect(shown).toMatchObject({ status: 'CONTACTED', lastOutcome: 'NOBODY_HOME', lastKnockedAt: at(25) })
    expect(shown.knocks.slice(0, 2)).toMatchObject([
      { ...own, eventId: 'second', outcome: 'NOBODY_HOME', occurredAt: at(25), note: null, photos },
      { ...own, eventId: 'first', outcome: 'TALKED', occurredAt: at(20), note: 'wants a price' },
    ])
    expect(shown.knocks.slice(2)).toEqual([sent('a'), sent('b')])
  })

  it('tells how far from the house a knock that waits was', () => {
    const knock = { propertyId: 'p', outcome: 'TALKED' as const, lat: 39.7701, lng: -86.16 }
    const shown = show({ ...property, lat: 39.77, lng: -86.16 }, [itemOf({ id: 'k', kind: 'KNOCK', knock })])
    expect(Math.round(shown.knocks[0]!.distanceMeters)).toBe(11)
  })

  it('has a knock once that the server has while it still waits here, and none that was withdrawn', () => {
    expect(idsOf(knockOf('a', 'TALKED', 10))).toEqual(['a', 'b'])
    expect(idsOf(withdrawalOf('a'))).toEqual(['b'])
    expect(idsOf(knockOf('k', 'INTERESTED', 20), withdrawalOf('k'))).toEqual(['a', 'b'])
  })

  it('is what there was before, after a knock was withdrawn', () => {
    const before = { status: 'CONTACTED', lastOutcome: 'TALKED', lastKnockedAt: at(20) } as const
    const shown = show(property, [
      knockOf('k', 'TALKED', 20, { before: flyer }),
      knockOf('l', 'INTERESTED', 25, { before }),
      withdrawalOf('l', { before }),
    ])
    expect(shown).toMatchObject(before)
    expect(shown.knocks.map(({ eventId }) => eventId)).toEqual(['k', 'a', 'b'])
  })

  it('has a note that waits below those of the server', () => {
    const note = itemOf({ id: 'n', kind: 'NOTE', note: { propertyId: 'p', text: 'Call first' } })
    expect(show({ ...property, notes: 'Red door' }, [note]).notes).toBe('Red door\nCall first')
    expect(show(property, [note]).notes).toBe('Call first')
  })

  it('has a lead that waits before those of the server, and once', () => {
    const lead = (id: string, rest: Partial<OutboxItem> = {}) =>
      itemOf({ id, kind: 'LEAD', lead: { id, propertyId: 'p', tag: 'STORM', priority: 'NORMAL' } }, rest)
    const known = { __typename: 'Lead', id: 'a', tag: 'GUTTER', status: 'NEW', version: 2, createdAt: at(10) }
    const waiting = { __typename: 'Lead', id: 'b', tag: 'STORM', status: 'NEW', version: 0, createdAt: at(20) }
    const door = { __typename: 'Property', id: 'p', leads: [known] }
    expect(show(door, [lead('a'), lead('b')]).leads).toEqual([waiting, known])
    expect(show(door, [lead('b', { position: 7 })], 7).leads).toEqual([known])
    expect(show({ ...door, id: 'q' }, [lead('b')]).leads).toEqual([known])
  })

  it('has the language that was heard at the door', () => {
    const heard = itemOf({ id: 'h', kind: 'LANGUAGE', language: { propertyId: 'p', language: 'es' } })
    const unknown = itemOf({ id: 'u', kind: 'LANGUAGE', language: { propertyId: 'p' } })
    expect(show({ ...property, language: null }, [heard])).toMatchObject({ language: 'es' })
    expect(show({ ...property, language: 'fr' }, [heard, unknown])).toMatchObject({ language: null })
    const refusal = { code: 'FORBIDDEN', message: 'No' }
    expect(show({ ...property, language: 'fr' }, [{ ...heard, refusal }])).toMatchObject({ language: 'fr' })
  })

  it('is the same object where nothing of it waits', () => {
    const session = itemOf({ id: 's', kind: 'SESSION_START' }, { propertyId: undefined })
    for (const items of [[], [session], [knockOf('k', 'TALKED', 20, { propertyId: 'next' })]])
      expect(show(property, items)).toBe(property)
  })
})

describe('the houses to come back to', () => {
  const comeBack = (eventId: string, propertyId: string) => ({
    ...{
      __typename: 'ComeBack' as const,
      eventId,
      comeBackAt: at(40),
      propertyId,
      address: '1031 Sample St',
      note: null,
    },
  })
  const idsOf = (...items: OutboxItem[]) =>
    show({ comeBacks: [comeBack('a', 'p'), comeBack('b', 'other')] }, items).comeBacks.map(({ eventId }) => eventId)

  it('have one that waits, in place of an earlier one, and none where the rep has knocked since', () => {
    const again = knockOf('k', 'COME_BACK', 20)
    const later = { ...again, action: { ...again.action, knock: { ...again.action.knock!, comeBackAt: at(50) } } }
    expect(idsOf(later)).toEqual(['b', 'k'])
    expect(idsOf(knockOf('k', 'NOBODY_HOME', 20))).toEqual(['b'])
    expect(idsOf(later, withdrawalOf('k'))).toEqual(['b'])
  })
})

describe('a marker', () => {
  const shown = (server: Partial<DoorState>, ...items: OutboxItem[]) =>
    show({ __typename: 'MapMarker', id: 'p', ...fresh, ...server }, items)
  const mine: DoorState = { status: 'INTERESTED', lastOutcome: 'INTERESTED', lastKnockedAt: at(20) }
  const knock = knockOf('k', 'INTERESTED', 20, { before: fresh })

  it.each([
    ['was never knocked', null],
    ['was knocked before', at(10)],
    ['was knocked in the same moment', at(20)],
  ])('shows a knock that was not sent where the door %s', (_, lastKnockedAt) => {
    expect(shown({ lastKnockedAt, lastOutcome: 'NO_SOLICITING' }, knock)).toMatchObject(mine)
  })

  it('shows a later knock by somebody else', () => {
    const theirs: DoorState = { status: 'CONTACTED', lastOutcome: 'TALKED', lastKnockedAt: at(30) }
    expect(shown(theirs, knock)).toMatchObject(theirs)
  })

  it('keeps the status that the door had at a knock that does not change it, and shows that of the server once it is known', () => {
    const nobody = (rest: Partial<OutboxItem> = {}) => knockOf('k', 'NOBODY_HOME', 20, rest)
    expect(shown({ status: 'NOT_INTERESTED' }, nobody()).status).toBe('NOT_INTERESTED')
    expect(shown({ status: 'NOT_INTERESTED' }, nobody({ position: 7, status: 'INTERESTED' })).status).toBe('INTERESTED')
  })

  it('shows what was there before a knock that was sent and withdrawn', () => {
    expect(shown(mine, withdrawalOf('k', { before: flyer }))).toMatchObject(flyer)
  })

  it('stays where nothing is known of the time before, and where nothing waits', () => {
    expect(shown(mine, withdrawalOf('older'))).toMatchObject(mine)
    expect(shown(mine)).toMatchObject(mine)
    expect(shown(fresh, knockOf('l', 'INTERESTED', 25), withdrawalOf('older')).lastOutcome).toBe('INTERESTED')
  })

  it('stands for a property that waits by itself or with a lead, with its knocks', () => {
    const place = { address: '1024 W 12th Demo St', lat: 39.77, lng: -86.16 }
    const map = { propertyMap: { __typename: 'PropertyMap', markers: [] as { id: string; status: string }[] } }
    const items = [
      itemOf({ id: 'p', kind: 'PROPERTY', property: { id: 'p', ...place } }),
      itemOf({ id: 'l', kind: 'LEAD', lead: { newProperty: { id: 'q', ...place }, tag: 'GUTTER' } }),
      itemOf({ id: 'm', kind: 'LEAD', lead: { propertyId: 'p', tag: 'GUTTER' } }),
      knock,
    ]
    expect(show(map, items).propertyMap.markers).toMatchObject([
      { id: 'p', ...mine, lat: place.lat },
      { id: 'q', ...fresh },
    ])
  })
})

describe('a session', () => {
  const open = {
    ...{ __typename: 'KnockSession', id: 's', startedAt: at(10), endedAt: null as string | null },
    ...{ pausedAt: null as string | null, pausedSeconds: 30, doors: 4, talks: 2, leads: 1 },
  }
  const other = { ...open, id: 'other' }
  const shown = (sessions: (typeof open)[], ...items: OutboxItem[]) =>
    show({ knockSessions: sessions }, items).knockSessions
  const start = (id: string) => itemOf({ id, kind: 'SESSION_START' })
  const end = itemOf({ id: 'e', kind: 'SESSION_END', sessionEnd: { sessionId: 's' } })
  const pause = itemOf({ id: 'f', kind: 'SESSION_PAUSE', sessionPause: { sessionId: 's' } })
  const resume = itemOf({ id: 'r', kind: 'SESSION_RESUME', sessionResume: { sessionId: 's' } })

  it('stands first, once, and begins without doors', () => {
    const counts = { pausedAt: null, pausedSeconds: 0, doors: 0, talks: 0, leads: 0 }
    expect(shown([open, other], start('new'), start('new'))).toEqual([
      { __typename: 'KnockSession', id: 'new', startedAt: at(20), endedAt: null, ...counts },
      open,
      other,
    ])
    expect(shown([open, other], start('s'))).toEqual([open, other])
  })

  it('has ended when its end waits', () => {
    expect(shown([open, other], end)).toEqual([{ ...open, endedAt: at(20) }, other])
  })

  it('is paused and goes on, in whole seconds', () => {
    expect(shown([open, other], pause)).toEqual([{ ...open, pausedAt: at(20) }, other])
    const paused = { ...open, pausedAt: '2026-11-18T20:18:59.600Z' }
    expect(shown([paused, other], pause)).toEqual([paused, other])
    expect(shown([paused, other], resume)).toEqual([{ ...open, pausedSeconds: 90 }, other])
  })

  it('does not become shorter by a clock that was set back, or without a pause', () => {
    expect(shown([{ ...open, pausedAt: at(30) }], resume)).toEqual([open])
    expect(shown([open], resume)).toEqual([open])
  })

  it('counts its knocks that wait, less those withdrawn, and has no doors below none', () => {
    const inSession = { sessionId: 's' }
    const items = [
      knockOf('a', 'TALKED', 20, inSession),
      knockOf('b', 'TALKED', 21, inSession),
      knockOf('c', 'TALKED', 22, inSession),
      withdrawalOf('c', inSession),
      itemOf({ id: 'n', kind: 'NOTE', note: { propertyId: 'p', text: 'Call first' } }, inSession),
      knockOf('other', 'TALKED', 23, { sessionId: 'another' }),
      knockOf('without', 'TALKED', 24),
    ]
    expect(shown([open], ...items)[0]!.doors).toBe(6)
    expect(shown([{ ...open, doors: 1 }], withdrawalOf('x', inSession), withdrawalOf('y', inSession))[0]!.doors).toBe(0)
  })

  it('counts a knock once, whether the answer was given before or after it', () => {
    const knock = knockOf('a', 'TALKED', 20, { sessionId: 's', position: 7 })
    expect(show({ knockSessions: [open] }, [knock], 6).knockSessions[0]!.doors).toBe(5)
    expect(show({ knockSessions: [open] }, [knock], 7).knockSessions[0]!.doors).toBe(4)
  })
})

describe('the day of a rep', () => {
  const hour = { hour: 9, doorsKnocked: 2, avgDoorsKnocked: 1 }
  const day = {
    ...{ __typename: 'RepDay', timeZone: 'America/Indiana/Indianapolis', user: { id: 'riley' } },
    ...{ doorsKnocked: 2, talks: 1, leadsCreated: 0, medianDoorsKnocked: null, medianLeadsCreated: null },
    hours: [hour, { ...hour, hour: 14, doorsKnocked: 0 }],
  }
  const knock = (id: string, outcome: 'TALKED' | 'NOBODY_HOME', occurredAt = '2026-11-18T19:30:00Z') =>
    itemOf({ id, kind: 'KNOCK', occurredAt, knock: { propertyId: 'p', outcome } })
  const shown = (...items: OutboxItem[]) => show({ repDay: day }, items).repDay

  it('counts knocks, talks and leads of today in their hours', () => {
    const items = [
      knock('a', 'TALKED'),
      knock('b', 'NOBODY_HOME'),
      knock('yesterday', 'TALKED', '2026-11-18T03:00:00Z'),
      itemOf({ id: 'lead', kind: 'LEAD' }),
    ]
    expect(shown(...items)).toMatchObject({ doorsKnocked: 4, talks: 2, leadsCreated: 1 })
    expect(shown(...items).hours.map(({ doorsKnocked }) => doorsKnocked)).toEqual([2, 2])
  })

  it('begins at midnight in its own time zone', () => {
    const items = [knock('a', 'TALKED', '2026-11-18T05:30:00Z')]
    const days = [{ ...day, timeZone: 'America/Los_Angeles' }, { ...day, timeZone: 'America/Denver' }, day]
    expect(show(days, items).map(({ talks }) => talks)).toEqual([1, 1, 2])
    expect(showItems(day, () => 0, { rep, items, now: new Date('2026-11-19T22:00:00Z') })).toEqual(day)
  })

  it('stays as it is when a knock of an earlier day is undone', () => {
    expect(shown(withdrawalOf('yesterday', { knockedAt: '2026-11-18T03:00:00Z' }))).toEqual(day)
  })

  it('leaves out what was undone, with its talk and in its hour, and subtracts what the server has', () => {
    expect(shown(knock('a', 'TALKED'), withdrawalOf('a'))).toEqual(day)
    expect(shown(withdrawalOf('sent before')).doorsKnocked).toBe(1)
    expect(shown({ ...knock('a', 'TALKED'), position: 0 }, withdrawalOf('a'))).toMatchObject({
      doorsKnocked: 1,
      talks: 0,
    })
  })
})

describe('an edited property', () => {
  const property = {
    ...{
      __typename: 'Property',
      id: 'p',
      ...fresh,
      notes: 'Gate',
      ownerName: null,
      tags: ['STORM'],
      priority: 'NORMAL',
    },
    ...{ assignedTo: null as object | null },
  }
  const avery = { id: 'avery', fullName: 'Avery Example' }
  const editOf = (id: string, edit: object, rest: Partial<OutboxItem> = {}) =>
    itemOf({ id, kind: 'PROPERTY_EDIT', propertyEdit: { propertyId: 'p', ...edit } }, rest)

  it('has the fields that wait, and its marker the priority', () => {
    const edit = editOf('first', { notes: null, ownerName: 'Sample Owner 0142', priority: 'HIGH', tags: ['GUTTER'] })
    const shown = { notes: null, ownerName: 'Sample Owner 0142', priority: 'HIGH', tags: ['GUTTER'] }
    expect(show(property, [edit])).toEqual({ ...property, ...shown })
    const marker = { __typename: 'MapMarker', id: 'p', ...fresh, priority: 'NORMAL' }
    expect(show(marker, [edit])).toEqual({ ...marker, priority: 'HIGH' })
    expect(show(property, [{ ...edit, refusal: { code: 'FORBIDDEN', message: 'No' } }])).toBe(property)
    expect(show(property, [{ ...edit, position: 7 }], 7)).toBe(property)
  })

  it('has no address of the owner before', () => {
    const owned = { ...property, ownerName: 'Sample Owner 0141', ownerAddress: '1 Sample Rd', ownerSource: 'embedded' }
    const edit = editOf('first', { ownerName: 'Sample Owner 0142', before: { ownerName: 'Sample Owner 0141' } })
    const entered = { ownerName: 'Sample Owner 0142', ownerAddress: null, ownerSource: 'entered' }
    expect(show(owned, [edit])).toEqual({ ...owned, ...entered })
    expect(show({ ...owned, ownerName: null }, [edit])).toEqual({ ...owned, ...entered, ownerAddress: '1 Sample Rd' })
    expect(show(owned, [editOf('notes', { notes: 'Gate' })])).toEqual({ ...owned, notes: 'Gate' })
  })

  it('has the person it is assigned to, unless that one is not known here', () => {
    expect(show(property, [editOf('known', { assignedTo: 'avery' }, { assignedTo: avery })]).assignedTo).toEqual(avery)
    expect(show({ ...property, assignedTo: avery }, [editOf('unknown', { assignedTo: 'riley' })]).assignedTo).toBe(
      avery,
    )
    expect(show({ ...property, assignedTo: avery }, [editOf('nobody', { assignedTo: null })]).assignedTo).toBeNull()
  })
})

describe('a lead', () => {
  const leads = [
    { __typename: 'Lead', id: 'l', status: 'NEW' },
    { __typename: 'Lead', id: 'm', status: 'NEW' },
  ]
  const statusOf = (status: 'CONTACTED' | 'COMPLETED', rest: Partial<OutboxItem> = {}) =>
    itemOf({ id: status, kind: 'STATUS', status: { leadId: 'l', status } }, rest)

  it('has the last status that waits, wherever it is shown', () => {
    expect(
      show({ leads: { edges: [{ node: leads[0] }, { node: leads[1] }] } }, [
        statusOf('CONTACTED'),
        statusOf('COMPLETED'),
      ]),
    ).toEqual({ leads: { edges: [{ node: { ...leads[0], status: 'COMPLETED' } }, { node: leads[1] }] } })
  })

  it('has the status of the server again once that was refused, or its answer includes it', () => {
    expect(show(leads, [statusOf('CONTACTED', { refusal: { code: 'FORBIDDEN', message: 'No' } })])).toBe(leads)
    expect(show(leads, [statusOf('CONTACTED', { position: 7 })], 6)[0]!.status).toBe('CONTACTED')
    expect(show(leads, [statusOf('CONTACTED', { position: 7 })], 8)).toBe(leads)
  })

  const stage = { __typename: 'LeadStage' as const, id: 's', name: 'Estimate', color: 'TEAL' as const }
  const avery = { __typename: 'UserRef' as const, id: 'avery', fullName: 'Avery Example' }
  const edited = {
    ...{ __typename: 'Lead', id: 'l', status: 'NEW', source: 'Sign', value: 900, followUpAt: at(10) },
    ...{ assignedTo: avery, stage: null, notes: { edges: [{ node: { __typename: 'LeadNote', id: 'n' } }] } },
  }
  const changeOf = (id: string, change: Partial<OutboxAction>, rest: Partial<OutboxItem> = {}) =>
    itemOf({ id, kind: 'LEAD_WORK', ...change } as OutboxAction, rest)

  it('has the facts that wait, field by field, and the person they are assigned to', () => {
    const [first, second] = [
      { source: 'Referral', value: null },
      { source: 'Storm list', assignedTo: 'riley' },
    ]
    const items = [
      changeOf('first', { leadWork: { leadId: 'l', ...first } }),
      changeOf('second', { leadWork: { leadId: 'l', ...second } }, { assignedTo: { ...avery, ...rep } }),
    ]
    expect(show(edited, items)).toEqual({
      ...edited,
      ...{ source: 'Storm list', value: null, assignedTo: { ...avery, ...rep } },
    })
    const nobody = changeOf('third', { leadWork: { leadId: 'l', assignedTo: null } }, { assignedTo: null })
    expect(show(edited, [nobody]).assignedTo).toBeNull()
    const refusal = { code: 'BAD_USER_INPUT', message: 'No' }
    expect(
      show(
        edited,
        items.map((item) => ({ ...item, refusal })),
      ),
    ).toBe(edited)
    expect(show({ ...edited, id: 'm' }, items).source).toBe('Sign')
  })

  it('has the fact of the server again once an answer includes it, and those that it does not include', () => {
    const items = [
      changeOf('first', { leadWork: { leadId: 'l', source: 'Referral' } }, { position: 7 }),
      changeOf('second', { leadWork: { leadId: 'l', value: 1_200 } }),
    ]
    expect(show(edited, items, 8)).toEqual({ ...edited, value: 1_200 })
  })

  it('is contacted in a stage that waits, and in none with another status', () => {
    const moved = changeOf('moved', { kind: 'LEAD_STAGE', leadStage: { leadId: 'l', stageId: 's' } }, { stage })
    expect(show(edited, [moved])).toEqual({ ...edited, status: 'CONTACTED', stage })
    expect(show(edited, [moved, statusOf('COMPLETED')])).toMatchObject({ status: 'COMPLETED', stage: null })
    const out = changeOf('out', { kind: 'LEAD_STAGE', leadStage: { leadId: 'l', stageId: null } }, { stage: null })
    expect(show(edited, [moved, out])).toMatchObject({ status: 'CONTACTED', stage: null })
  })

  it('has a note that waits once, with its text also after a refusal', () => {
    const note = changeOf('w', { kind: 'LEAD_NOTE', leadNote: { leadId: 'l', text: 'Wants a call.' } })
    const idsOf = (item: OutboxItem) => show(edited, [item]).notes.edges.map(({ node }) => node.id)
    expect(show(edited, [note]).notes.edges[0]).toMatchObject({
      node: { id: 'w', text: 'Wants a call.', createdAt: at(20), author: rep },
    })
    expect(idsOf({ ...note, refusal: { code: 'RATE_LIMITED', message: 'No' } })).toEqual(['w', 'n'])
    expect(idsOf({ ...note, action: { ...note.action, id: 'n' } })).toEqual(['n'])
  })
})
