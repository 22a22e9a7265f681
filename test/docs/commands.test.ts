import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { createHour, hours, readers } from './hours.ts'
import { openPlayer, type Player } from './openPlayer.ts'

let player: Player
const milestones: string[] = []

beforeAll(() => {
  player = openPlayer()
})

afterAll(async () => {
  await player?.close()
  console.log(`\nthe first hours, played from the documents:\n${milestones.join('\n')}`)
})

describe.each(readers)('the first hour of the %s', (reader) => {
  const reached = createHour(reader)
  test.each(hours[reader])('$file: every command does what it says', async (step) => {
    const from = performance.now()
    await step.play(player)
    milestones.push(reached(step, performance.now() - from))
  })
})

test('what documents write in TypeScript has the right types', async () => {
  const include = player.typeScript()
  writeFileSync(
    join(player.clone.folder, 'tsconfig.docs.json'),
    JSON.stringify({ extends: './tsconfig.json', include }),
  )
  await player.run('node node_modules/typescript-native/bin/tsc -p tsconfig.docs.json')
})
