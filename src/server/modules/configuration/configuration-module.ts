import { entities } from '#entities/index.ts';
import { entityModule } from '#server/entity/index.ts';
import type { ReferenceStore } from '#server/modules/masterdata/index.ts';
import type { SecretKeys } from '#server/platform/crypto/index.ts';
import type { HttpModule } from '#server/platform/http/index.ts';

/** Every declared entity with what it needs of the product: keys, the dictionary, and the hooks of the few that have some. */
export const configurationModule = ({ reference, keys }: { reference: ReferenceStore; keys: SecretKeys }): HttpModule =>
  entityModule({
    entities,
    keys,
    choicesOf: (dict) =>
      new Set(
        reference
          .current()
          .dictionary.filter((entry) => entry.codeType === dict)
          .map((entry) => entry.codeValue),
      ),
    touch: reference.touch,
    hooks: {},
  });
