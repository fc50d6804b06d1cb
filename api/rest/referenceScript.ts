/**
 * The script of the API reference. Requests are sent with the session of the signed-in user, as in the GraphQL explorer,
 * unless a token was entered under Authorize.
 */
export const referenceScript = `const dark = matchMedia('(prefers-color-scheme: dark)')
const applyTheme = () => {
  const chosen = localStorage.getItem('theme')
  document.documentElement.classList.toggle('dark-mode', chosen ? chosen === 'dark' : dark.matches)
}
dark.addEventListener('change', applyTheme)
applyTheme()

const readItem = (key) => localStorage.getItem(key) ?? sessionStorage.getItem(key)

function addSession(request) {
  const token = readItem('token')
  const isOwnApi = new URL(request.url, location.href).origin === location.origin
  if (token && isOwnApi && !request.headers.Authorization) request.headers.Authorization = 'Bearer ' + token
  return request
}

/** Searches tags, methods, paths, summaries and descriptions for all words; Swagger UI searches tags only. */
function searchRoutes(routesByTag, phrase) {
  const words = phrase.toLowerCase().split(/\\s+/).filter(Boolean)
  return routesByTag
    .map((tag, name) =>
      tag.update('operations', (operations) =>
        operations.filter((item) => {
          const { summary = '', description = '', operationId = '' } = item.get('operation').toJS()
          const text = [name, item.get('method'), item.get('path'), summary, description, operationId].join(' ').toLowerCase()
          return words.every((word) => text.includes(word))
        }),
      ),
    )
    .filter((tag) => tag.get('operations').size > 0)
}

const search = ({ React }) => ({
  fn: { opsFilter: searchRoutes },
  components: {
    FilterContainer({ layoutSelectors, layoutActions }) {
      const phrase = layoutSelectors.currentFilter()
      return React.createElement('input', {
        type: 'search',
        className: 'search wrapper',
        placeholder: 'Search routes',
        'aria-label': 'Search routes',
        value: typeof phrase === 'string' && phrase !== 'true' ? phrase : '',
        onChange: (event) => layoutActions.updateFilter(event.target.value),
      })
    },
  },
})

SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  filter: true,
  plugins: [search],
  tryItOutEnabled: true,
  displayRequestDuration: true,
  requestInterceptor: addSession,
  validatorUrl: null,
  defaultModelsExpandDepth: 0,
})
const session = readItem('user')
if (readItem('token') && session)
  document.getElementById('caller').textContent = 'Requests are sent as ' + JSON.parse(session).fullName
`
