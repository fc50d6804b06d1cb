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
/** A module that at least this many lazily loaded modules need is in the chunk `shared`. */
const MIN_USERS = 8
const MAX_SHARED_MODULE_BYTES = 40_000

/**
 * The chunks of the app, for the bundler. Without them there is one chunk for each set of screens that share modules: a
 * screen needed 60 to 90 files, most below a kilobyte, and each costs time in the browser and its service worker
 * (decision 38). `root` is the folder of `main.tsx`.
 */
export function chunkGroups(root: string) {
  const pathsOf = (part: keyof typeof entries) => entries[part].map((file) => path.join(root, file))
  const entryPaths = new Set([...pathsOf('signIn'), ...pathsOf('shell')])
  const needed = new Map<keyof typeof entries, Set<string>>()
  const isNeeded = (part: keyof typeof entries, id: string, graph: ModuleGraph) => {
    const modules = needed.get(part) ?? collectImports(pathsOf(part), graph)
    needed.set(part, modules)
    return modules.has(iconName(id) ?? id)
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
      priority: 1,
      debugName: 'shared',
      name: (id: string) => (entryPaths.has(id) ? null : 'shared'),
      minShareCount: MIN_USERS,
      maxModuleSize: MAX_SHARED_MODULE_BYTES,
    },
  ]
}

/** The ids of these modules and of all that they import statically; of the icon library, only the names of the icons they use. */
function collectImports(ids: readonly string[], graph: ModuleGraph, found = new Set<string>()): Set<string> {
  for (const id of ids) {
    if (found.has(id)) continue
    found.add(id)
    const info = graph.getModuleInfo(id)
    for (const [, names = ''] of (info?.code ?? '').matchAll(/import \{([^}]*)\} from ["']lucide-react["']/g))
      for (const name of names.split(',')) found.add(name.trim().split(' as ')[0]!.toLowerCase())
    const imported = info?.importedIds ?? []
    // The library's index imports every icon.
    collectImports(
      imported.filter((other) => !/lucide-react[\\/]dist[\\/]esm[\\/]lucide-react\.m?js$/.test(other)),
      graph,
      found,
    )
  }
  return found
}

/** The name of the icon in a module of the icon library, in lower case, as it is imported; undefined for other modules. */
const iconName = (id: string): string | undefined =>
  /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](.+)\.m?js$/.exec(id)?.[1]?.replaceAll('-', '')
