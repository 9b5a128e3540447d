/** Made by bench/lib/build.mjs: whether TF.js' wasm backend, which is no dependency, was installed beside. */
declare module 'virtual:tfjs-wasm' {
  export default function startWasm(): Promise<boolean>;
}
