import { followKinds } from '../../support/told/follow-kinds.ts'
import { vitest } from '../../support/told/javascript.ts'

followKinds(vitest)
