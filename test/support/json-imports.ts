/** Import this before GitHub's packages: they import JSON without the attribute that Node asks for. */
import { registerHooks } from 'node:module'

registerHooks({
  resolve: (specifier, context, next) => {
    const found = next(specifier, context)
    return specifier.endsWith('.json') ? { ...found, importAttributes: { type: 'json' } } : found
  },
})
