// The part of `npm run lint` that finds what the server keeps in memory for longer than a request. Each such store is made by
// `boundedCache` (api/domain/boundedCache.ts), or listed here with the reason why clients cannot make it grow.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseSync } from 'vite'

/** Stores outside of bounded caches, as `file name`, by what bounds them. */
const boundedOtherwise = {
  'an entry for each request, query or transaction in progress': [
    'api/context.ts headQueries',
    'api/context.ts running',
    'api/context.ts waiting',
    'api/database/cancellation.ts running',
    'api/database/pipelinedConnection.ts deferred',
    'api/graphql/cost.ts fragmentMeasures',
    'api/graphql/rootFields.ts fragments',
    'api/observability/upstreamMetrics.ts timers',
    'api/domain/territories/blockAround.ts squares',
    'api/domain/territories/splitAreas.ts corners',
    'api/services/spreadsheets/workbook.ts codes',
    'api/services/upstream/upstreamCache.ts pending',
  ],
  'an entry for each open connection, socket or subscription': [
    'api/database/connectionPool.ts clients',
    'api/database/connectionPool.ts bytesRead',
    'api/lifecycle/drain.ts connections',
    'api/lifecycle/drain.ts openResponses',
    'api/live/sharedView.ts subscribers',
    'api/live/tenantHints.ts tenants',
    'api/live/tenantHints.ts tenantsByChannel',
    'api/live/tenantHints.ts subscribers',
    'api/sockets/sessionWatch.ts watchedSockets',
    'api/sockets/socketServer.ts socketLogs',
  ],
  'a limit where something is added': [
    'api/lifecycle/scheduler.ts jobs',
    'api/live/hintSender.ts taken',
    'api/log/batchWrites.ts queues',
    'api/log/batchWrites.ts activeKeys',
    'api/services/workers/workerPool.ts workers',
    'api/services/workers/workerPool.ts idleWorkers',
    'api/services/pdf/libreOffice.ts conversions',
    'api/usecases/mails/sendMails.ts running',
    'api/usecases/webhooks/deliverWebhooks.ts active',
    'api/usecases/webhooks/deliverWebhooks.ts senders',
  ],
  'an entry for each tenant or user with a change in the last moments, which the database has recorded': [
    'api/lifecycle/scheduler.ts timers',
    'api/live/hintSender.ts due',
    'api/live/hintSender.ts tenants',
    'api/live/hintSender.ts userIds',
    'api/usecases/webhooks/startDeliveries.ts tenants',
    'api/usecases/webhooks/startDeliveries.ts unknown',
    'api/usecases/webhooks/startDeliveries.ts recent',
  ],
  'a value of fixed size, or one smaller than its object, for each object that something else keeps within bounds': [
    'api/graphql/textLimits.ts usesByDocument',
    'api/sockets/socketServer.ts valueNumbers',
  ],
  'names in the sources, in the configuration or in the catalog of the database': [
    'api/database/connection.ts workers',
    'api/database/pipelinedConnection.ts statementNames',
    'api/context.ts byName',
    'api/domain/boundedCache.ts cache',
    'api/domain/boundedCache.ts registered',
    'api/domain/boundedCache.ts caches',
    'api/live/hintSender.ts topics',
    'api/live/hintSender.ts allTenantsTopics',
    'api/live/live.ts sessionSubscribers',
    'api/live/live.ts takenSubscribers',
    'api/observability/recordFaults.ts nextLogs',
    'api/observability/socketLog.ts codes',
    'api/rest/securityPolicy.ts headers',
    'api/services/workers/workers.ts crews',
  ],
  'the letters of one print': ['api/domain/printing/letterFileNames.ts counts'],
  'the file of one import in a worker, which ends with a limit of its memory': [
    'api/usecases/imports/reading/worker.ts parts',
    'api/usecases/imports/reading/worker.ts reasons',
  ],
  'the imported streets of one division of an area': ['api/domain/territories/streetClasses.ts bySquare'],
  'the doors of one route or one division of an area': [
    'api/domain/blockFaces/corners.ts usual',
    'api/domain/blockFaces/corners.ts steps',
    'api/domain/walkingRoutes/tour.ts queue',
  ],
  'the properties of one search for duplicates or one import': [
    'api/domain/leads/keySets.ts parents',
    'api/usecases/properties/propertyIndex.ts entries',
    'api/usecases/properties/propertyIndex.ts doors',
    'api/usecases/properties/propertyIndex.ts same',
  ],
  'the tenants or days of one report': [
    'api/projections/usageDays.ts tenants',
    'api/usecases/performance/trends.ts days',
  ],
}

/** Folders whose objects exist for one job, with limits of its own: an import, or a print in a worker. */
const foldersOfJobs = [
  'api/services/documents/inspection/',
  'api/services/documents/letters/',
  'api/services/documents/package/',
  'api/services/parcels/import/',
  'api/usecases/imports/',
]

/** What holds values by a key, or any number of them. The keys of a WeakMap are objects, but its values can be stores. */
const storeTypes = ['Map', 'Set', 'WeakMap', 'LRUCache']
const addMethods = ['set', 'add', 'push', 'unshift']
/** Methods that call a function at once, and do not keep it. */
const callsAtOnce =
  /^(map|flatMap|filter|forEach|some|every|find|findLast|findIndex|reduce|sort|toSorted|from|replace|replaceAll|groupBy|then|catch|finally|all)$/

const isNode = (value) => typeof value === 'object' && value !== null && typeof value.type === 'string'
const isFunction = ({ type }) => type.includes('Function')
const childrenOf = (node) => Object.values(node).flat().filter(isNode)

/** Calls `visit` with each node below `node`, and with the nodes around it, outermost first. */
function walk(node, visit, parents = []) {
  visit(node, parents)
  for (const child of childrenOf(node)) walk(child, visit, [...parents, node])
}

const nameOf = (node) => node?.name ?? node?.property?.name ?? node?.key?.name

/** Whether the file adds to the store of this name: by a method, or by an index for an object. */
function isFilled(name, program) {
  let found = false
  walk(program, ({ type, callee, left }) => {
    const isAddition = type === 'CallExpression' && addMethods.includes(callee.property?.name)
    const isIndexed = type === 'AssignmentExpression' && left.type === 'MemberExpression' && left.computed
    if (isAddition && nameOf(callee.object) === name) found = true
    if (isIndexed && nameOf(left.object) === name) found = true
  })
  return found
}

/** Whether the variable is used by a function that may be called after `scope` has returned, or is put into another store. */
function isKeptBy(name, scope) {
  let found = false
  walk(scope.body, (node, parents) => {
    if (node.type === 'CallExpression' && node.callee.property?.name === 'set' && node.arguments[1]?.name === name)
      found = true
    if (node.type !== 'Identifier' || node.name !== name) return
    const around = [...parents, node]
    const isLater = around.some((inner, index) => {
      if (!isFunction(inner)) return false
      const call = around[index - 1]
      const isArgument = call?.type === 'CallExpression' && call.callee !== inner
      return !isArgument || !callsAtOnce.test(nameOf(call.callee) ?? '')
    })
    if (isLater) found = true
  })
  return found
}

/** Nodes between a new store and what it is assigned to: `known.get(key) ?? new Map()`, `new Set() as Set<string>`. */
const passedThrough = ['TSAsExpression', 'LogicalExpression', 'ConditionalExpression', 'ParenthesizedExpression']

/** The name of a new store that may live longer than a request; null for one that is forgotten when its function returns. */
function longLivedName(node, parents, isCache) {
  const around = parents.toReversed()
  const scope = around.find(isFunction)
  const target = around.find(({ type }) => !passedThrough.includes(type))
  if (target?.type === 'PropertyDefinition' || target?.type === 'Property') return nameOf(target)
  if (target?.type === 'AssignmentExpression' && target.left.type === 'MemberExpression') return nameOf(target.left)
  const name = target?.id?.name ?? target?.left?.name
  if (!scope || isCache) return name ?? 'unnamed'
  return name && node.type === 'NewExpression' && isKeptBy(name, scope) ? name : null
}

/** The stores of a file that may live longer than a request and to which something is added. */
export function findStores(file, text) {
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0].message}`)
  const stores = []
  walk(program, (node, parents) => {
    const isStore = node.type === 'NewExpression' && storeTypes.includes(node.callee.name)
    const isEmpty = isStore
      ? node.arguments.length === 0
      : (node.type === 'ArrayExpression' && node.elements.length === 0) ||
        (node.type === 'ObjectExpression' && node.properties.length === 0)
    // Lists and objects are looked at outside of functions only: inside they are nearly always results.
    if (!isStore && !(isEmpty && !parents.some(isFunction))) return
    // Nobody makes a cache for one request.
    const isCache = node.callee?.name === 'LRUCache'
    const name = longLivedName(node, parents, isCache)
    const isFixed = !isCache && !isFilled(name, program) && (!isStore || !isEmpty)
    if (name !== null && !isFixed)
      stores.push({
        name,
        line: text.slice(0, node.start).split('\n').length,
        isOfModule: !parents.some((inner) => isFunction(inner) || inner.type === 'PropertyDefinition'),
      })
  })
  return stores
}

/** Returns the stores under `root` that are neither listed nor of a job, and the entries of the list that no longer exist. */
export function findFaults(root, listed = Object.values(boundedOtherwise).flat()) {
  const found = globSync('api/**/*.ts', { cwd: root })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => !/\.(test|d)\.ts$/.test(file))
    .toSorted()
    .flatMap((file) =>
      findStores(file, readFileSync(path.join(root, file), 'utf8')).map((store) => ({ ...store, file })),
    )
    .filter(({ file, isOfModule }) => isOfModule || !foldersOfJobs.some((folder) => file.startsWith(folder)))
  const keys = new Set(found.map(({ file, name }) => `${file} ${name}`))
  return [
    ...found
      .filter(({ file, name }) => !listed.includes(`${file} ${name}`))
      .map(
        ({ file, line, name }) =>
          `${file}:${line}: use boundedCache for ${name}, or list it in scripts/stores.mjs with what bounds it`,
      ),
    ...listed.filter((key) => !keys.has(key)).map((key) => `scripts/stores.mjs lists ${key}, which does not exist`),
  ]
}

if (process.argv[1] !== undefined && pathToFileURL(process.argv[1]).href === import.meta.url) {
  const faults = findFaults(process.cwd())
  for (const fault of faults) console.log(fault)
  console.log(faults.length === 0 ? 'All stores are bounded.' : `${faults.length} stores are not known to be bounded.`)
  process.exitCode = faults.length === 0 ? 0 : 1
}
