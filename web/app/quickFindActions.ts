import {
  Download,
  FileUp,
  Footprints,
  TriangleAlert,
  Keyboard,
  LogOut,
  MapPinPlus,
  Merge,
  Moon,
  Printer,
  Sun,
  Undo2,
  Upload,
  UserPlus,
} from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { OPEN_WHERE_USER_IS } from '../domain/mapLink.ts'
import { roleLabels } from '../domain/roles.ts'
import { useKnockSession } from '../features/knocking/useKnockSession.ts'
import type { QuickFindItem } from '../features/quickFind/quickFindItems.ts'
import { useInstallPrompt } from '../lib/installPrompt.ts'
import { hasKeyboard } from '../lib/shortcuts.ts'
import { useMe } from '../session/person/MeProvider.tsx'
import { useMockData } from '../session/person/mockData.ts'
import { useSession } from '../session/person/SessionProvider.tsx'
import { useTheme } from '../ui/theme.ts'
import { paths } from './paths.ts'
import { useQuickFind } from './quickFindContext.ts'

type Action = Omit<QuickFindItem, 'key' | 'kind'> & { isShown?: boolean }

const toItem = ({ isShown: _, ...action }: Action): QuickFindItem => ({
  ...action,
  key: `action ${action.title}`,
  kind: 'action',
})

/** The actions that this user may do, in the order in which Quick find lists them. */
export function useQuickFindActions(): QuickFindItem[] {
  const { abilities, role, effectiveRole } = useMe()
  const { signOut, viewAs } = useSession()
  const { openHelp } = useQuickFind()
  const { theme, choose } = useTheme()
  const install = useInstallPrompt()
  const navigate = useNavigate()
  const goTo = (path: string) => () => void navigate(path)
  const isMockData = useMockData()
  const isViewing = effectiveRole !== role
  const actions: Action[] = [
    { title: 'New lead on the map', keywords: 'create add property', icon: MapPinPlus, run: goTo(paths.map) },
    {
      title: 'Upload Template',
      keywords: 'letter word document',
      icon: Upload,
      isShown: abilities.manageTemplates,
      run: goTo(`${paths.templates}?dialog=upload`),
    },
    {
      title: 'Batch Print',
      keywords: 'letters',
      icon: Printer,
      isShown: abilities.batchPrint && abilities.manageTemplates,
      run: goTo(`${paths.templates}?dialog=print`),
    },
    {
      title: 'Add User',
      keywords: 'create new person rep account',
      icon: UserPlus,
      isShown: abilities.addUsers,
      run: goTo(`${paths.users}?dialog=new`),
    },
    {
      title: 'Merge duplicate leads',
      keywords: 'same house twice',
      icon: Merge,
      isShown: abilities.mergeLeads && !isMockData,
      run: goTo(paths.duplicates),
    },
    {
      title: 'Check address mix-ups',
      keywords: 'wrong owner parcel other house correct',
      icon: TriangleAlert,
      // The permission to merge leads includes the correction of owners.
      isShown: abilities.mergeLeads && !isMockData,
      run: goTo(paths.mixUps),
    },
    ...(['properties', 'leads', 'users', 'parcels'] as const).map((list): Action => ({
      title: `Import ${list}`,
      keywords: 'csv file',
      icon: FileUp,
      isShown:
        abilities.importData &&
        !isMockData &&
        (list !== 'users' || abilities.addUsers) &&
        (list !== 'parcels' || abilities.importParcels),
      run: goTo(paths.import.replace(':list', list)),
    })),
    {
      title: `Stop viewing as ${roleLabels[effectiveRole]}`,
      keywords: 'admin view',
      icon: Undo2,
      isShown: abilities.viewAs && isViewing,
      run: () => viewAs(null),
    },
    theme === 'dark'
      ? { title: 'Use the light theme', keywords: 'switch', icon: Sun, run: () => choose('light') }
      : { title: 'Use the dark theme', keywords: 'switch', icon: Moon, run: () => choose('dark') },
    { title: 'Install App', icon: Download, isShown: install !== undefined, run: () => install?.() },
    { title: 'Keyboard Shortcuts', keywords: 'help keys', icon: Keyboard, isShown: hasKeyboard(), run: openHelp },
    { title: 'Logout', keywords: 'log out sign out', icon: LogOut, run: signOut },
  ]
  return actions.filter(({ isShown }) => isShown ?? true).map(toItem)
}

/** Starts a knock session and opens the map where the rep is, or returns to the map during a session. */
export function useStartKnocking(): QuickFindItem {
  const { session, loaded, start } = useKnockSession()
  const navigate = useNavigate()
  const run = async () => {
    if (!session && loaded) await start()
    await navigate(paths.map, session ? {} : { state: OPEN_WHERE_USER_IS })
  }
  return toItem({
    title: session ? 'Back to the Map' : 'Start Knocking',
    keywords: 'session start doors',
    icon: Footprints,
    run: () => void run(),
  })
}
