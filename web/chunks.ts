import path from 'node:path'

/** The part of the bundler's module graph that is read here. */
interface ModuleGraph {
  getModuleInfo: (id: string) => { importedIds: string[]; code: string | null } | null
}

/** What is loaded before the user signs in, and what every signed-in user loads. */
const entries = {
  signIn: ['main.tsx', 'screens/LoginScreen.tsx'],
  shell: ['app/SignedIn.tsx', 'screens/HomeScreen.tsx'],
}
/** A module goes into a shared chunk if at least nine lazily loaded modules need it. */
const sharedModule = { minShareCount: 9, maxModuleSize: 40_000 }
/** The rules of addresses have a chunk of their own, because dashboards and the user list do not need them. */
const addresses = /(?:api[\\/]domain[\\/]addresses[\\/]|web[\\/]domain[\\/]units\.ts)/
/** So has the library of forms, which few screens need. */
const forms = /web[\\/]lib[\\/]useFields\.ts$/
/** So have lists with filters, because dashboards and the map do not need them. */
const lists =
  /web[\\/](?:lists[\\/]|lib[\\/](?:dateRanges|urlFilters|urlOrder|useTypedFilter)\.ts|ui[\\/]ShowMore\.tsx)/

/**
 * Groups modules into chunks, for the bundler's option `codeSplitting.groups`. By default the bundler makes a chunk for each
 * set of screens that share modules, and a screen loads 60 to 90 small files (decision 38). `root` is the folder of
 * `main.tsx`.
 */
export function chunkGroups(root: string) {
  const pathsOf = (part: keyof typeof entries) => entries[part].map((file) => path.join(root, file))
  const entryPaths = new Set([...pathsOf('signIn'), ...pathsOf('shell')])
  const needed = new Map<keyof typeof entries, Set<string>>()
  const isNeeded = (part: keyof typeof entries, id: string, graph: ModuleGraph) => {
    const modules = needed.get(part) ?? collectImports(pathsOf(part), graph)
    needed.set(part, modules)
    return modules.has(exportedName(id) ?? id)
  }
  const group = (part: keyof typeof entries, priority: number) => ({
    priority,
    debugName: part,
    name: (id: string, graph: ModuleGraph) => (!entryPaths.has(id) && isNeeded(part, id, graph) ? part : null),
  })
  return [
    group('signIn', 3),
    group('shell', 2),
    {
      ...{ ...sharedModule, priority: 1, debugName: 'shared' },
      name: (id: string) => {
        if (entryPaths.has(id) || lists.test(id)) return null
        return addresses.test(id) ? 'addresses' : forms.test(id) ? 'forms' : 'shared'
      },
    },
    // A chunk also gets the imports of its modules that no chunk above has, so this one comes after the chunk that it imports.
    { ...sharedModule, priority: 0, name: 'lists', test: lists },
  ]
}

/** An import of icons or of GraphQL documents. */
const namedImport = /import \{([^{}]*)\} from ["'](?:lucide-react|[./]*gql\/graphql\.ts)["']/g
/** The modules that export every icon and every document. */
const index = /(lucide-react[\\/]dist[\\/]esm[\\/]lucide-react\.m?js|gql[\\/]graphql\.ts)$/

/** The ids of these modules and of their static imports, direct and indirect. Icons and documents are included by name, not by id. */
function collectImports(ids: readonly string[], graph: ModuleGraph, found = new Set<string>()): Set<string> {
  for (const id of ids) {
    if (found.has(id)) continue
    found.add(id)
    const info = graph.getModuleInfo(id)
    for (const [, names = ''] of (info?.code ?? '').matchAll(namedImport))
      for (const name of names.split(',')) found.add(name.trim().split(' as ')[0]!.toLowerCase())
    const imported = info?.importedIds ?? []
    collectImports(
      imported.filter((other) => !index.test(other)),
      graph,
      found,
    )
  }
  return found
}

/** The lower-case import name of the icon or document that this module contains; undefined if it contains none. */
const exportedName = (id: string): string | undefined =>
  /(?:lucide-react[\\/]dist[\\/]esm[\\/]icons|gql[\\/]documents)[\\/]([\w-]+)\.(?:m?js|ts)$/
    .exec(id)?.[1]
    ?.replaceAll('-', '')
    .toLowerCase()
