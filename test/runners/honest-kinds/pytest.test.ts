import { followKinds } from '../../support/told/follow-kinds.ts'
import { pytest } from '../../support/told/python.ts'

followKinds(pytest)
