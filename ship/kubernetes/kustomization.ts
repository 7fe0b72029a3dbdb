/** The parts of a kustomization that we use; kubernetes-models has no type for it. */
export interface Kustomization {
  readonly apiVersion: 'kustomize.config.k8s.io/v1beta1'
  readonly kind: 'Kustomization'
  readonly namespace?: string
  readonly resources: readonly string[]
  readonly images?: readonly { readonly name: string; readonly newName: string; readonly newTag: string }[]
  readonly patches?: readonly { readonly path: string }[]
}
