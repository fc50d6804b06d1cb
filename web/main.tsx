import './styles.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App, preloadSignedIn } from './app/App.tsx'
import { reportUnhandledErrors, sendErrorReport } from './lib/errorReports.ts'
import { keepInstallPrompt } from './lib/installPrompt.ts'
import { hasStoredSession } from './session/person/storage.ts'
import { initTheme } from './ui/theme.ts'

reportUnhandledErrors()
if (hasStoredSession()) preloadSignedIn()
initTheme()
keepInstallPrompt()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root, {
  onCaughtError(error, { componentStack }) {
    // oxlint-disable-next-line no-console -- what React does without this function
    console.error(error, componentStack)
    sendErrorReport(error)
  },
}).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
