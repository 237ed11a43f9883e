import { followKinds } from '../../support/told/follow-kinds.ts'
import { rspec } from '../../support/told/ruby.ts'

followKinds(rspec)
