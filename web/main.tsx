import './styles.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App, preloadSignedIn } from './app/App.tsx'
import { keepInstallPrompt } from './lib/installPrompt.ts'
import { hasStoredSession } from './session/storage.ts'
import { initTheme } from './ui/theme.ts'

if (hasStoredSession()) preloadSignedIn()
initTheme()
keepInstallPrompt()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
