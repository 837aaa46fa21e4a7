import type { Filter } from '../diff/index.ts';

/** The filter that the flags of a command make: what is not named lets everything through. */
export function filterOf({ node, container, name }: { readonly [what in keyof Filter]?: string | undefined }): Filter {
  return {
    ...(node === undefined ? {} : { node }),
    ...(container === undefined ? {} : { container }),
    ...(name === undefined ? {} : { name }),
  };
}
