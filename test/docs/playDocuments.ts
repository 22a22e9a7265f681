import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, test } from 'vitest'
import { createHour, type Step } from './hours.ts'
import { openPlayer, type Player } from './openPlayer.ts'

/** Plays these documents in their own clone, in order, and type-checks the TypeScript they write. */
export function playDocuments(
  who: string,
  steps: readonly Step[],
  options: Parameters<typeof openPlayer>[0] = {},
): void {
  let player: Player
  const reached = createHour(who)
  const milestones: string[] = []
  beforeAll(() => {
    player = openPlayer(options)
  })
  afterAll(async () => {
    await player?.close()
    console.log(`\nplayed from the documents:\n${milestones.join('\n')}`)
  })

  test.each(steps)('$file: every command does what it says', async (step) => {
    const from = performance.now()
    await step.play(player)
    milestones.push(reached(step, performance.now() - from))
  })

  test('what these documents write in TypeScript has the right types', async () => {
    const include = player.typeScript()
    if (include.length === 0) return
    const settings = { extends: './tsconfig.json', include }
    writeFileSync(join(player.clone.folder, 'tsconfig.docs.json'), JSON.stringify(settings))
    await player.run('node node_modules/typescript-native/bin/tsc -p tsconfig.docs.json')
  })
}
