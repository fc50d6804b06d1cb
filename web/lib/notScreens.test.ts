import { expect, it } from 'vitest'
import { NOT_SCREENS } from './notScreens.ts'

const isScreen = (address: string) => !NOT_SCREENS.some((pattern) => pattern.test(address))

it('takes every address of a screen, also that of a map with its position and zoom', () => {
  const screens = ['/', '/map', '/map?at=39.7653041,-86.1652599,18.4', '/leads/7?q=sample.pdf', '/api-keys']
  expect(screens.filter((address) => !isScreen(address))).toEqual([])
})

it('leaves files and the paths of the server to the server', () => {
  const others = ['/api/health', '/graphql?query=x', '/explorer', '/assets/a', '/logo.svg', '/docs/a.html?v=1.0']
  expect(others.filter(isScreen)).toEqual([])
})
