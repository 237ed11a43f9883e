import { followKinds } from '../../support/told/follow-kinds.ts'
import { go } from '../../support/told/go.ts'

followKinds(go)
