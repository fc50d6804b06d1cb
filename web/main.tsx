import './styles.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { keepInstallPrompt } from './lib/installPrompt.ts'
import { initTheme } from './ui/theme.ts'

initTheme()
keepInstallPrompt()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
