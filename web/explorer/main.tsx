import '../styles.css'
import 'graphiql/style.css'
import './explorer.css'
import { createRoot } from 'react-dom/client'
import { initTheme } from '../ui/theme.ts'
import { Explorer } from './Explorer.tsx'

initTheme()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root element')
createRoot(root).render(<Explorer />)
