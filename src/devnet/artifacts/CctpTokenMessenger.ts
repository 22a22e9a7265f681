// Generated from contracts/ by scripts/generateAbi.ts. Do not edit.
export const cctpTokenMessengerAbi = [
  {
    "inputs": [
      {
        "internalType": "contract CctpMessageTransmitter",
        "name": "transmitter",
        "type": "address"
      },
      {
        "internalType": "contract DevnetMinted",
        "name": "usdc_",
        "type": "address"
      }
    ],
    "stateMutability": "nonpayable",
    "type": "constructor"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "fee",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "maxFee",
        "type": "uint256"
      }
    ],
    "name": "FeeAboveMax",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "maxFee",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "amount",
        "type": "uint256"
      }
    ],
    "name": "FeeNotBelowAmount",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "account",
        "type": "address"
      }
    ],
    "name": "NotTransmitter",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint32",
        "name": "domain",
        "type": "uint32"
      }
    ],
    "name": "SameDomain",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "token",
        "type": "address"
      }
    ],
    "name": "UnsupportedToken",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "length",
        "type": "uint256"
      }
    ],
    "name": "WrongBody",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "bytes32",
        "name": "sender",
        "type": "bytes32"
      }
    ],
    "name": "WrongSender",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "ZeroAmount",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "ZeroRecipient",
    "type": "error"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "address",
        "name": "burnToken",
        "type": "address"
      },
      {
        "indexed": false,
        "internalType": "uint256",
        "name": "amount",
        "type": "uint256"
      },
      {
        "indexed": true,
        "internalType": "address",
        "name": "depositor",
        "type": "address"
      },
      {
        "indexed": false,
        "internalType": "bytes32",
        "name": "mintRecipient",
        "type": "bytes32"
      },
      {
        "indexed": false,
        "internalType": "uint32",
        "name": "destinationDomain",
        "type": "uint32"
      },
      {
        "indexed": false,
        "internalType": "bytes32",
        "name": "destinationTokenMessenger",
        "type": "bytes32"
      },
      {
        "indexed": false,
        "internalType": "bytes32",
        "name": "destinationCaller",
        "type": "bytes32"
      },
      {
        "indexed": false,
        "internalType": "uint256",
        "name": "maxFee",
        "type": "uint256"
      },
      {
        "indexed": true,
        "internalType": "uint32",
        "name": "minFinalityThreshold",
        "type": "uint32"
      },
      {
        "indexed": false,
        "internalType": "bytes",
        "name": "hookData",
        "type": "bytes"
      }
    ],
    "name": "DepositForBurn",
    "type": "event"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "address",
        "name": "mintRecipient",
        "type": "address"
      },
      {
        "indexed": false,
        "internalType": "uint256",
        "name": "amount",
        "type": "uint256"
      },
      {
        "indexed": true,
        "internalType": "address",
        "name": "mintToken",
        "type": "address"
      },
      {
        "indexed": false,
        "internalType": "uint256",
        "name": "feeCollected",
        "type": "uint256"
      }
    ],
    "name": "MintAndWithdraw",
    "type": "event"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "amount",
        "type": "uint256"
      },
      {
        "internalType": "uint32",
        "name": "destinationDomain",
        "type": "uint32"
      },
      {
        "internalType": "bytes32",
        "name": "mintRecipient",
        "type": "bytes32"
      },
      {
        "internalType": "address",
        "name": "burnToken",
        "type": "address"
      },
      {
        "internalType": "bytes32",
        "name": "destinationCaller",
        "type": "bytes32"
      },
      {
        "internalType": "uint256",
        "name": "maxFee",
        "type": "uint256"
      },
      {
        "internalType": "uint32",
        "name": "minFinalityThreshold",
        "type": "uint32"
      }
    ],
    "name": "depositForBurn",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "uint32",
        "name": "",
        "type": "uint32"
      },
      {
        "internalType": "bytes32",
        "name": "sender",
        "type": "bytes32"
      },
      {
        "internalType": "bytes",
        "name": "body",
        "type": "bytes"
      }
    ],
    "name": "handleReceivedMessage",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "localMessageTransmitter",
    "outputs": [
      {
        "internalType": "contract CctpMessageTransmitter",
        "name": "",
        "type": "address"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "messageBodyVersion",
    "outputs": [
      {
        "internalType": "uint32",
        "name": "",
        "type": "uint32"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "usdc",
    "outputs": [
      {
        "internalType": "contract DevnetMinted",
        "name": "",
        "type": "address"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  }
] as const

export const cctpTokenMessengerBytecode =
  '0x60c060405234801561000f575f5ffd5b50604051610e50380380610e5083398101604081905261002e9161005c565b6001600160a01b039182166080521660a052610094565b6001600160a01b0381168114610059575f5ffd5b50565b5f5f6040838503121561006d575f5ffd5b825161007881610045565b602084015190925061008981610045565b809150509250929050565b60805160a051610d576100f95f395f818160be015281816101e2015281816103910152818161044001528181610814015281816109730152610a2301525f8181606d0152818161027f015281816105780152818161068e01526108500152610d575ff3fe608060405234801561000f575f5ffd5b5060043610610064575f3560e01c80638e0250ee1161004d5780638e0250ee146100e05780639cdbb181146100f5578063dc0227a514610112575f5ffd5b80632c121921146100685780633e413bee146100b9575b5f5ffd5b61008f7f000000000000000000000000000000000000000000000000000000000000000081565b60405173ffffffffffffffffffffffffffffffffffffffff90911681526020015b60405180910390f35b61008f7f000000000000000000000000000000000000000000000000000000000000000081565b6100f36100ee366004610af2565b610125565b005b6100fd600181565b60405163ffffffff90911681526020016100b0565b6100f3610120366004610b5f565b610676565b865f0361015e576040517f1f2a200500000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f859003610198576040517fd27b444300000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b8682106101e0576040517ff0f457c100000000000000000000000000000000000000000000000000000000815260048101839052602481018890526044015b60405180910390fd5b7f000000000000000000000000000000000000000000000000000000000000000073ffffffffffffffffffffffffffffffffffffffff168473ffffffffffffffffffffffffffffffffffffffff161461027d576040517fbf16aab600000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff851660048201526024016101d7565b7f000000000000000000000000000000000000000000000000000000000000000073ffffffffffffffffffffffffffffffffffffffff16638d3638f46040518163ffffffff1660e01b8152600401602060405180830381865afa1580156102e6573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061030a9190610be4565b63ffffffff168663ffffffff1603610356576040517fae729e1500000000000000000000000000000000000000000000000000000000815263ffffffff871660048201526024016101d7565b6040517f23b872dd000000000000000000000000000000000000000000000000000000008152336004820152306024820152604481018890527f000000000000000000000000000000000000000000000000000000000000000073ffffffffffffffffffffffffffffffffffffffff16906323b872dd906064016020604051808303815f875af11580156103ec573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906104109190610c06565b506040517f42966c68000000000000000000000000000000000000000000000000000000008152600481018890527f000000000000000000000000000000000000000000000000000000000000000073ffffffffffffffffffffffffffffffffffffffff16906342966c68906024015f604051808303815f87803b158015610496575f5ffd5b505af11580156104a8573d5f5f3e3d5ffd5b505050505f6104ca3073ffffffffffffffffffffffffffffffffffffffff1690565b604080517c0100000000000000000000000000000000000000000000000000000000602082015273ffffffffffffffffffffffffffffffffffffffff8881166024830152604482018a9052606482018c905233608483015260a482018790525f60c4830181905260e480840191909152835180840390910181526101048301938490527f14b157ab0000000000000000000000000000000000000000000000000000000090935292935090917f000000000000000000000000000000000000000000000000000000000000000016906314b157ab906105b6908b9086908a908990889061010801610c25565b5f604051808303815f87803b1580156105cd575f5ffd5b505af11580156105df573d5f5f3e3d5ffd5b5050604080518c8152602081018b905263ffffffff8c81168284015260608201879052608082018a905260a0820189905260e060c083018190525f908301529151918716935033925073ffffffffffffffffffffffffffffffffffffffff8a16917f0c8c1cbdc5190613ebd485511d4e2812cfa45eecb79d845893331fedad5130a5918190036101000190a4505050505050505050565b3373ffffffffffffffffffffffffffffffffffffffff7f000000000000000000000000000000000000000000000000000000000000000016146106e7576040517fb3106a070000000000000000000000000000000000000000000000000000000081523360048201526024016101d7565b308314610723576040517fa789f182000000000000000000000000000000000000000000000000000000008152600481018490526024016101d7565b60e48114610760576040517f6a97ff74000000000000000000000000000000000000000000000000000000008152600481018290526024016101d7565b5f61076f604460248486610ca0565b61077891610cc7565b90505f610789606460448587610ca0565b61079291610cc7565b90505f6107a360a460848688610ca0565b6107ac91610cc7565b90505f6107bd60c460a48789610ca0565b6107c691610cc7565b90508181111561080c576040517f7b7d1b0300000000000000000000000000000000000000000000000000000000815260048101829052602481018390526044016101d7565b801561095c577f000000000000000000000000000000000000000000000000000000000000000073ffffffffffffffffffffffffffffffffffffffff166340c10f197f000000000000000000000000000000000000000000000000000000000000000073ffffffffffffffffffffffffffffffffffffffff166347b0c3b36040518163ffffffff1660e01b8152600401602060405180830381865afa1580156108b7573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906108db9190610d04565b6040517fffffffff0000000000000000000000000000000000000000000000000000000060e084901b16815273ffffffffffffffffffffffffffffffffffffffff9091166004820152602481018490526044015f604051808303815f87803b158015610945575f5ffd5b505af1158015610957573d5f5f3e3d5ffd5b505050505b73ffffffffffffffffffffffffffffffffffffffff7f0000000000000000000000000000000000000000000000000000000000000000166340c10f19856109a38487610d1f565b6040517fffffffff0000000000000000000000000000000000000000000000000000000060e085901b16815273ffffffffffffffffffffffffffffffffffffffff909216600483015260248201526044015f604051808303815f87803b158015610a0b575f5ffd5b505af1158015610a1d573d5f5f3e3d5ffd5b505050507f000000000000000000000000000000000000000000000000000000000000000073ffffffffffffffffffffffffffffffffffffffff168473ffffffffffffffffffffffffffffffffffffffff167f50c55e915134d457debfa58eb6f4342956f8b0616d51a89a3659360178e1ab638386610a9c9190610d1f565b60408051918252602082018690520160405180910390a35050505050505050565b63ffffffff81168114610ace575f5ffd5b50565b73ffffffffffffffffffffffffffffffffffffffff81168114610ace575f5ffd5b5f5f5f5f5f5f5f60e0888a031215610b08575f5ffd5b873596506020880135610b1a81610abd565b9550604088013594506060880135610b3181610ad1565b93506080880135925060a0880135915060c0880135610b4f81610abd565b8091505092959891949750929550565b5f5f5f5f60608587031215610b72575f5ffd5b8435610b7d81610abd565b935060208501359250604085013567ffffffffffffffff811115610b9f575f5ffd5b8501601f81018713610baf575f5ffd5b803567ffffffffffffffff811115610bc5575f5ffd5b876020828401011115610bd6575f5ffd5b949793965060200194505050565b5f60208284031215610bf4575f5ffd5b8151610bff81610abd565b9392505050565b5f60208284031215610c16575f5ffd5b81518015158114610bff575f5ffd5b63ffffffff8616815284602082015283604082015263ffffffff8316606082015260a060808201525f82518060a0840152806020850160c085015e5f60c0828501015260c07fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0601f8301168401019150509695505050505050565b5f5f85851115610cae575f5ffd5b83861115610cba575f5ffd5b5050820193919092039150565b80356020831015610cfe577fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff602084900360031b1b165b92915050565b5f60208284031215610d14575f5ffd5b8151610bff81610ad1565b81810381811115610cfe577f4e487b71000000000000000000000000000000000000000000000000000000005f52601160045260245ffd' as const
