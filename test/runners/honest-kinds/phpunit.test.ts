import { followKinds } from '../../support/told/follow-kinds.ts'
import { phpunit } from '../../support/told/php.ts'

followKinds(phpunit)
