import { followKinds } from '../../support/told/follow-kinds.ts'
import { nodeTest } from '../../support/told/javascript.ts'

followKinds(nodeTest)
