/** As far as it is used here: TypeScript's libraries do not have it yet, nor do all browsers. */
interface TrustedTypes {
  createPolicy: (name: string, rules: { createScriptURL: (url: string) => string | null }) => void;
}

/**
 * Lets scripts of the own origin, and no others, be started as workers. The content policy asks for trusted types, and where there is
 * only a string, the browser asks the policy named `default`. Called once in the page and in each worker that starts others.
 */
export function trustOwnScripts(scope: { trustedTypes?: TrustedTypes; location: Location | WorkerLocation }): void {
  const { origin, href } = scope.location;
  scope.trustedTypes?.createPolicy('default', {
    createScriptURL: (url) => (new URL(url, href).origin === origin ? url : null),
  });
}
