// Generated from contracts/ by scripts/generateAbi.ts. Do not edit.
export const intentGuestAbi = [
  {
    "inputs": [
      {
        "internalType": "contract IntentWalletFactory",
        "name": "factory",
        "type": "address"
      },
      {
        "internalType": "address",
        "name": "wallet",
        "type": "address"
      },
      {
        "internalType": "address",
        "name": "entrypoint",
        "type": "address"
      },
      {
        "internalType": "address",
        "name": "signer",
        "type": "address"
      },
      {
        "internalType": "string",
        "name": "brand",
        "type": "string"
      }
    ],
    "stateMutability": "nonpayable",
    "type": "constructor"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "relayer",
        "type": "address"
      },
      {
        "internalType": "uint64",
        "name": "serial",
        "type": "uint64"
      },
      {
        "internalType": "uint64",
        "name": "shown",
        "type": "uint64"
      }
    ],
    "name": "GrantOutdated",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "relayer",
        "type": "address"
      },
      {
        "internalType": "bytes32",
        "name": "digest",
        "type": "bytes32"
      }
    ],
    "name": "InvalidGrant",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "needed",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "left",
        "type": "uint256"
      }
    ],
    "name": "NotEnoughGas",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "caller",
        "type": "address"
      },
      {
        "internalType": "address",
        "name": "firstSender",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "validUntil",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "nowAt",
        "type": "uint256"
      }
    ],
    "name": "NotGranted",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "caller",
        "type": "address"
      }
    ],
    "name": "OnlySelf",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "Reentered",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "TolerantInBundle",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "bytes4",
        "name": "selector",
        "type": "bytes4"
      }
    ],
    "name": "UnknownExecution",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "bytes32",
        "name": "imageHash",
        "type": "bytes32"
      },
      {
        "internalType": "address",
        "name": "wallet",
        "type": "address"
      }
    ],
    "name": "WrongImageHash",
    "type": "error"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "uint256",
        "name": "index",
        "type": "uint256"
      },
      {
        "indexed": true,
        "internalType": "bytes32",
        "name": "imageHash",
        "type": "bytes32"
      },
      {
        "indexed": false,
        "internalType": "bool",
        "name": "success",
        "type": "bool"
      },
      {
        "indexed": false,
        "internalType": "bytes",
        "name": "reason",
        "type": "bytes"
      }
    ],
    "name": "ElementDone",
    "type": "event"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "address",
        "name": "to",
        "type": "address"
      },
      {
        "indexed": false,
        "internalType": "uint256",
        "name": "amount",
        "type": "uint256"
      }
    ],
    "name": "NativeSent",
    "type": "event"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "address",
        "name": "relayer",
        "type": "address"
      },
      {
        "indexed": false,
        "internalType": "uint64",
        "name": "validUntil",
        "type": "uint64"
      },
      {
        "indexed": false,
        "internalType": "uint64",
        "name": "serial",
        "type": "uint64"
      }
    ],
    "name": "RelayerGranted",
    "type": "event"
  },
  {
    "inputs": [],
    "name": "ENTRYPOINT",
    "outputs": [
      {
        "internalType": "address",
        "name": "",
        "type": "address"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "FACTORY",
    "outputs": [
      {
        "internalType": "contract IntentWalletFactory",
        "name": "",
        "type": "address"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "GAS_RESERVE",
    "outputs": [
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "GRANT_TYPEHASH",
    "outputs": [
      {
        "internalType": "bytes32",
        "name": "",
        "type": "bytes32"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "SIGNER",
    "outputs": [
      {
        "internalType": "address",
        "name": "",
        "type": "address"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "VERSION",
    "outputs": [
      {
        "internalType": "string",
        "name": "",
        "type": "string"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "WALLET",
    "outputs": [
      {
        "internalType": "address",
        "name": "",
        "type": "address"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "address",
            "name": "owner",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "refundReceiver",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "executor",
            "type": "address"
          },
          {
            "internalType": "uint64",
            "name": "openAt",
            "type": "uint64"
          },
          {
            "internalType": "uint64",
            "name": "refundAt",
            "type": "uint64"
          },
          {
            "internalType": "uint256",
            "name": "salt",
            "type": "uint256"
          },
          {
            "internalType": "bytes32[]",
            "name": "batches",
            "type": "bytes32[]"
          }
        ],
        "internalType": "struct Config",
        "name": "config",
        "type": "tuple"
      },
      {
        "components": [
          {
            "internalType": "address",
            "name": "to",
            "type": "address"
          },
          {
            "internalType": "uint256",
            "name": "value",
            "type": "uint256"
          },
          {
            "internalType": "bytes",
            "name": "data",
            "type": "bytes"
          },
          {
            "internalType": "uint256",
            "name": "gasLimit",
            "type": "uint256"
          },
          {
            "internalType": "bool",
            "name": "delegateCall",
            "type": "bool"
          },
          {
            "internalType": "bool",
            "name": "onlyFallback",
            "type": "bool"
          },
          {
            "internalType": "uint8",
            "name": "behaviorOnError",
            "type": "uint8"
          }
        ],
        "internalType": "struct Call[]",
        "name": "",
        "type": "tuple[]"
      },
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      }
    ],
    "name": "deployAndExecute",
    "outputs": [
      {
        "internalType": "address",
        "name": "wallet",
        "type": "address"
      }
    ],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "address",
            "name": "owner",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "refundReceiver",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "executor",
            "type": "address"
          },
          {
            "internalType": "uint64",
            "name": "openAt",
            "type": "uint64"
          },
          {
            "internalType": "uint64",
            "name": "refundAt",
            "type": "uint64"
          },
          {
            "internalType": "uint256",
            "name": "salt",
            "type": "uint256"
          },
          {
            "internalType": "bytes32[]",
            "name": "batches",
            "type": "bytes32[]"
          }
        ],
        "internalType": "struct Config",
        "name": "config",
        "type": "tuple"
      },
      {
        "components": [
          {
            "internalType": "address",
            "name": "to",
            "type": "address"
          },
          {
            "internalType": "uint256",
            "name": "value",
            "type": "uint256"
          },
          {
            "internalType": "bytes",
            "name": "data",
            "type": "bytes"
          },
          {
            "internalType": "uint256",
            "name": "gasLimit",
            "type": "uint256"
          },
          {
            "internalType": "bool",
            "name": "delegateCall",
            "type": "bool"
          },
          {
            "internalType": "bool",
            "name": "onlyFallback",
            "type": "bool"
          },
          {
            "internalType": "uint8",
            "name": "behaviorOnError",
            "type": "uint8"
          }
        ],
        "internalType": "struct Call[]",
        "name": "",
        "type": "tuple[]"
      },
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      }
    ],
    "name": "deployAndExecuteAsExecutor",
    "outputs": [
      {
        "internalType": "address",
        "name": "wallet",
        "type": "address"
      }
    ],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "address",
            "name": "owner",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "refundReceiver",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "executor",
            "type": "address"
          },
          {
            "internalType": "uint64",
            "name": "openAt",
            "type": "uint64"
          },
          {
            "internalType": "uint64",
            "name": "refundAt",
            "type": "uint64"
          },
          {
            "internalType": "uint256",
            "name": "salt",
            "type": "uint256"
          },
          {
            "internalType": "bytes32[]",
            "name": "batches",
            "type": "bytes32[]"
          }
        ],
        "internalType": "struct Config",
        "name": "config",
        "type": "tuple"
      },
      {
        "components": [
          {
            "internalType": "address",
            "name": "to",
            "type": "address"
          },
          {
            "internalType": "uint256",
            "name": "value",
            "type": "uint256"
          },
          {
            "internalType": "bytes",
            "name": "data",
            "type": "bytes"
          },
          {
            "internalType": "uint256",
            "name": "gasLimit",
            "type": "uint256"
          },
          {
            "internalType": "bool",
            "name": "delegateCall",
            "type": "bool"
          },
          {
            "internalType": "bool",
            "name": "onlyFallback",
            "type": "bool"
          },
          {
            "internalType": "uint8",
            "name": "behaviorOnError",
            "type": "uint8"
          }
        ],
        "internalType": "struct Call[]",
        "name": "",
        "type": "tuple[]"
      },
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      }
    ],
    "name": "deployAndExecuteStrictly",
    "outputs": [
      {
        "internalType": "address",
        "name": "wallet",
        "type": "address"
      }
    ],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "address",
            "name": "owner",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "refundReceiver",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "executor",
            "type": "address"
          },
          {
            "internalType": "uint64",
            "name": "openAt",
            "type": "uint64"
          },
          {
            "internalType": "uint64",
            "name": "refundAt",
            "type": "uint64"
          },
          {
            "internalType": "uint256",
            "name": "salt",
            "type": "uint256"
          },
          {
            "internalType": "bytes32[]",
            "name": "batches",
            "type": "bytes32[]"
          }
        ],
        "internalType": "struct Config",
        "name": "config",
        "type": "tuple"
      },
      {
        "internalType": "address[]",
        "name": "",
        "type": "address[]"
      }
    ],
    "name": "deployAndRefund",
    "outputs": [
      {
        "internalType": "address",
        "name": "wallet",
        "type": "address"
      }
    ],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "bytes32",
        "name": "imageHash",
        "type": "bytes32"
      },
      {
        "internalType": "bytes",
        "name": "deposit",
        "type": "bytes"
      },
      {
        "internalType": "bytes",
        "name": "execution",
        "type": "bytes"
      }
    ],
    "name": "depositAndExecute",
    "outputs": [
      {
        "internalType": "address",
        "name": "wallet",
        "type": "address"
      }
    ],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "domainSeparator",
    "outputs": [
      {
        "internalType": "bytes32",
        "name": "",
        "type": "bytes32"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "caller",
        "type": "address"
      },
      {
        "internalType": "bool",
        "name": "granted",
        "type": "bool"
      },
      {
        "internalType": "bytes32",
        "name": "imageHash",
        "type": "bytes32"
      },
      {
        "internalType": "bytes",
        "name": "deposit",
        "type": "bytes"
      },
      {
        "internalType": "bytes",
        "name": "execution",
        "type": "bytes"
      }
    ],
    "name": "element",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "bytes32",
            "name": "imageHash",
            "type": "bytes32"
          },
          {
            "internalType": "uint256",
            "name": "gasLimit",
            "type": "uint256"
          },
          {
            "internalType": "bytes",
            "name": "deposit",
            "type": "bytes"
          },
          {
            "internalType": "bytes",
            "name": "execution",
            "type": "bytes"
          }
        ],
        "internalType": "struct Execution[]",
        "name": "executions",
        "type": "tuple[]"
      }
    ],
    "name": "executeMany",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "relayer",
        "type": "address"
      }
    ],
    "name": "grants",
    "outputs": [
      {
        "internalType": "uint64",
        "name": "validUntil",
        "type": "uint64"
      },
      {
        "internalType": "uint64",
        "name": "serial",
        "type": "uint64"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "relayer",
        "type": "address"
      },
      {
        "internalType": "uint64",
        "name": "validUntil",
        "type": "uint64"
      },
      {
        "internalType": "uint64",
        "name": "serial",
        "type": "uint64"
      }
    ],
    "name": "hashGrant",
    "outputs": [
      {
        "internalType": "bytes32",
        "name": "",
        "type": "bytes32"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "name",
    "outputs": [
      {
        "internalType": "string",
        "name": "",
        "type": "string"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "relayer",
        "type": "address"
      },
      {
        "internalType": "uint64",
        "name": "validUntil",
        "type": "uint64"
      },
      {
        "internalType": "uint64",
        "name": "serial",
        "type": "uint64"
      },
      {
        "internalType": "bytes",
        "name": "signature",
        "type": "bytes"
      }
    ],
    "name": "submitGrant",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  }
] as const

export const intentGuestBytecode =
  '0x610140604052348015610010575f5ffd5b506040516128a93803806128a983398101604081905261002f91610119565b6001600160a01b0380861660805284811660a05283811660c052821660e05280516020820120610100526100cc846040517f3d602d80600a3d3981f3363d3d373d3d3d363d730000000000000000000000006020820152606082811b6001600160601b03191660348301526e5af43d82803e903d91602b57fd5bf360881b6048830152906057016040516020818303038152906040529050919050565b8051602090910120610120525f6100e3828261029a565b505050505050610354565b6001600160a01b0381168114610102575f5ffd5b50565b634e487b7160e01b5f52604160045260245ffd5b5f5f5f5f5f60a0868803121561012d575f5ffd5b8551610138816100ee565b6020870151909550610149816100ee565b604087015190945061015a816100ee565b606087015190935061016b816100ee565b60808701519092506001600160401b03811115610186575f5ffd5b8601601f81018813610196575f5ffd5b80516001600160401b038111156101af576101af610105565b604051601f8201601f19908116603f011681016001600160401b03811182821017156101dd576101dd610105565b6040528181528282016020018a10156101f4575f5ffd5b8160208401602083015e5f602083830101528093505050509295509295909350565b600181811c9082168061022a57607f821691505b60208210810361024857634e487b7160e01b5f52602260045260245ffd5b50919050565b601f82111561029557805f5260205f20601f840160051c810160208510156102735750805b601f840160051c820191505b81811015610292575f815560010161027f565b50505b505050565b81516001600160401b038111156102b3576102b3610105565b6102c7816102c18454610216565b8461024e565b6020601f8211600181146102f9575f83156102e25750848201515b5f19600385901b1c1916600184901b178455610292565b5f84815260208120601f198516915b828110156103285787850151825560209485019460019092019101610308565b508482101561034557868401515f19600387901b60f8161c191681555b50505050600190811b01905550565b60805160a05160c05160e05161010051610120516124d66103d35f395f610fc301525f81816109d90152610b2901525f8181610219015261081601525f81816103290152610d8d01525f818161024001528181610c840152610ed001525f81816101a501528181610c5701528181610e8e0152610f7101526124d65ff3fe608060405234801561000f575f5ffd5b5060043610610149575f3560e01c80638db82b56116100c7578063e8eb3cc61161007d578063f53f325111610063578063f53f32511461035e578063f698da2514610371578063ffa1ad7414610379575f5ffd5b8063e8eb3cc614610324578063f0443e991461034b575f5ffd5b8063b869cea3116100ad578063b869cea3146102ae578063be880c8114610308578063e1c4989214610311575f5ffd5b80638db82b5614610288578063aec224171461029b575f5ffd5b8063563b96421161011c5780636d9cdbc6116101025780636d9cdbc61461023b578063868ba593146102625780638960332614610275575f5ffd5b8063563b9642146101ff578063582abd1214610214575f5ffd5b806306fdde031461014d578063073f5d9f1461016b5780632dd31000146101a05780635317e945146101ec575b5f5ffd5b6101556103b5565b6040516101629190611a90565b60405180910390f35b6101927f6c89d3ff9208558c5631af12e8d4c4a9cc413ad77e8f7d8a2999ead3e30e491881565b604051908152602001610162565b6101c77f000000000000000000000000000000000000000000000000000000000000000081565b60405173ffffffffffffffffffffffffffffffffffffffff9091168152602001610162565b6101c76101fa366004611b00565b610440565b61021261020d366004611bd8565b6104c6565b005b6101c77f000000000000000000000000000000000000000000000000000000000000000081565b6101c77f000000000000000000000000000000000000000000000000000000000000000081565b610212610270366004611c79565b6105a3565b6101c7610283366004611cb8565b6106d3565b610212610296366004611d49565b61075b565b6101926102a9366004611dbc565b610971565b6102e76102bc366004611dfe565b60016020525f908152604090205467ffffffffffffffff808216916801000000000000000090041682565b6040805167ffffffffffffffff938416815292909116602083015201610162565b61019261753081565b6101c761031f366004611cb8565b610a1f565b6101c77f000000000000000000000000000000000000000000000000000000000000000081565b6101c7610359366004611cb8565b610a84565b6101c761036c366004611e19565b610ae3565b610192610b23565b6101556040518060400160405280600181526020017f320000000000000000000000000000000000000000000000000000000000000081525081565b5f80546103c190611e75565b80601f01602080910402602001604051908101604052809291908181526020018280546103ed90611e75565b80156104385780601f1061040f57610100808354040283529160200191610438565b820191905f5260205f20905b81548152906001019060200180831161041b57829003601f168201915b505050505081565b5f61046a7f80d48415b6bcf531232c7c855dbf7d330b34b547dd7a1b750dc325e14b4503ca610bd1565b610494847f4d949e2700000000000000000000000000000000000000000000000000000000610c18565b90506104bf7f80d48415b6bcf531232c7c855dbf7d330b34b547dd7a1b750dc325e14b4503ca610d61565b9392505050565b333014610506576040517fa19dbf000000000000000000000000000000000000000000000000000000000081523360048201526024015b60405180910390fd5b7f9e2a6da9000000000000000000000000000000000000000000000000000000006105318284611ec0565b7fffffffff00000000000000000000000000000000000000000000000000000000160361058a576040517f7cd6e49000000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b61059987878787878787610d6b565b5050505050505050565b6105cc7f80d48415b6bcf531232c7c855dbf7d330b34b547dd7a1b750dc325e14b4503ca610bd1565b5f6105d56110d2565b90505f5b828110156106a457368484838181106105f4576105f4611f25565b90506020028101906106069190611f52565b90505f3063563b9642338685356106206040880188611f8e565b61062d60608a018a611f8e565b6040516024016106439796959493929190612036565b604051602081830303815290604052915060e01b6020820180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff8381831617835250505050905061069a83835f0135846020013584611108565b50506001016105d9565b50506106cf7f80d48415b6bcf531232c7c855dbf7d330b34b547dd7a1b750dc325e14b4503ca610d61565b5050565b5f6106fd7f80d48415b6bcf531232c7c855dbf7d330b34b547dd7a1b750dc325e14b4503ca610bd1565b610727867f645381c400000000000000000000000000000000000000000000000000000000610c18565b90506107527f80d48415b6bcf531232c7c855dbf7d330b34b547dd7a1b750dc325e14b4503ca610d61565b95945050505050565b73ffffffffffffffffffffffffffffffffffffffff85165f9081526001602052604090205467ffffffffffffffff6801000000000000000090910481169084168110610803576040517f600cbcb000000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff8716600482015267ffffffffffffffff8086166024830152821660448201526064016104fd565b5f61080f878787610971565b905061083d7f0000000000000000000000000000000000000000000000000000000000000000828686611246565b610892576040517fb713f45d00000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff88166004820152602481018290526044016104fd565b60408051808201825267ffffffffffffffff8089168252878116602080840191825273ffffffffffffffffffffffffffffffffffffffff8c165f818152600190925290859020935184549251841668010000000000000000027fffffffffffffffffffffffffffffffff000000000000000000000000000000009093169316929092171790915590517f9e38c4d1f7f8ec9c4ea5829fb7b1c55661d900a2ddcbb2af762f36a34e273da190610960908990899067ffffffffffffffff92831681529116602082015260400190565b60405180910390a250505050505050565b604080517f6c89d3ff9208558c5631af12e8d4c4a9cc413ad77e8f7d8a2999ead3e30e4918602082015273ffffffffffffffffffffffffffffffffffffffff85169181019190915267ffffffffffffffff8084166060830152821660808201525f90610a17907f00000000000000000000000000000000000000000000000000000000000000009060a0016040516020818303038152906040528051906020012061145f565b949350505050565b5f610a497f80d48415b6bcf531232c7c855dbf7d330b34b547dd7a1b750dc325e14b4503ca610bd1565b610a5a610a546110d2565b33611542565b610727867fdb0d78c300000000000000000000000000000000000000000000000000000000610c18565b5f610aae7f80d48415b6bcf531232c7c855dbf7d330b34b547dd7a1b750dc325e14b4503ca610bd1565b610ab9610a546110d2565b610727867f9e2a6da900000000000000000000000000000000000000000000000000000000610c18565b5f610b0d7f80d48415b6bcf531232c7c855dbf7d330b34b547dd7a1b750dc325e14b4503ca610bd1565b61072733610b196110d2565b8888888888610d6b565b5f610bcc7f0000000000000000000000000000000000000000000000000000000000000000604080517f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f60208201529081018290527fc89efdaa54c0f20c7adf612882df0950f5a951637e0307cdcb4c672f298b8bc660608201524660808201523060a08201525f9060c001604051602081830303815290604052805190602001209050919050565b905090565b805c15610c0a576040517fb5dfd9e500000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b610c158160016115be565b50565b6040517f9d2c206c0000000000000000000000000000000000000000000000000000000081525f9073ffffffffffffffffffffffffffffffffffffffff7f00000000000000000000000000000000000000000000000000000000000000001690639d2c206c90610cae907f0000000000000000000000000000000000000000000000000000000000000000908790600401612140565b6020604051808303815f875af1158015610cca573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190610cee9190612247565b90505f5f368080601f0160208091040260200160405190810160405280939291908181526020018383808284375f9201919091525050506020820180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff1686179052509050610d5a82826115c5565b5092915050565b610c15815f6115be565b5f610d80610d798385611ec0565b888a6115eb565b8315610e66575f5f610de87f00000000000000000000000000000000000000000000000000000000000000005f89898080601f0160208091040260200160405190810160405280939291908181526020018383808284375f920191909152505050505a611819565b9150915081158015610e5557507f2af71f1000000000000000000000000000000000000000000000000000000000610e1f82612262565b7fffffffff0000000000000000000000000000000000000000000000000000000016141580610e555750610e53878761189f565b155b15610e6357610e63816118e0565b50505b6040517f9d2c206c0000000000000000000000000000000000000000000000000000000081527f000000000000000000000000000000000000000000000000000000000000000073ffffffffffffffffffffffffffffffffffffffff1690639d2c206c90610f01907f000000000000000000000000000000000000000000000000000000000000000090600488810135890181019101612140565b6020604051808303815f875af1158015610f1d573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190610f419190612247565b604080517fff000000000000000000000000000000000000000000000000000000000000006020808301919091527f000000000000000000000000000000000000000000000000000000000000000060601b7fffffffffffffffffffffffffffffffffffffffff000000000000000000000000166021830152603582018a90527f0000000000000000000000000000000000000000000000000000000000000000605580840191909152835180840390910181526075909201909252805191012090915073ffffffffffffffffffffffffffffffffffffffff168173ffffffffffffffffffffffffffffffffffffffff1614611088576040517f8eeff1f30000000000000000000000000000000000000000000000000000000081526004810187905273ffffffffffffffffffffffffffffffffffffffff821660248201526044016104fd565b6110c78184848080601f0160208091040260200160405190810160405280939291908181526020018383808284375f920191909152506115c592505050565b979650505050505050565b5f33321480156110e15750333b155b8015610bcc575050335f9081526001602052604090205467ffffffffffffffff1642111590565b5f617530603f6111198560406122fb565b6111239190612312565b61112d919061234a565b90505f5f825a1061114957611144305f8688611819565b6111fe565b5f7f9fa7298200000000000000000000000000000000000000000000000000000000845a60405160248101929092526044820152606401604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe08184030181529190526020810180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167fffffffff00000000000000000000000000000000000000000000000000000000909316929092179091525b9150915085877fa0515901dc789495ac53c23563d1499e979c688726cbecb59001f187db4fa9b5848460405161123592919061235d565b60405180910390a350505050505050565b5f60418214801561126c575073ffffffffffffffffffffffffffffffffffffffff851615155b1561134f575f5f5f61127e86866118e8565b919450925090507f7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0811180159061133a5750604080515f81526020810180835289905260ff851691810191909152606081018390526080810182905273ffffffffffffffffffffffffffffffffffffffff89169060019060a0016020604051602081039080840390855afa158015611318573d5f5f3e3d5ffd5b5050506020604051035173ffffffffffffffffffffffffffffffffffffffff16145b1561134b5760019350505050610a17565b5050505b8473ffffffffffffffffffffffffffffffffffffffff163b5f0361137457505f610a17565b5f84848460405160240161138a93929190612377565b604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0818403018152919052602080820180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167f1626ba7e0000000000000000000000000000000000000000000000000000000017815282519293505f9283926208647092909184918c85fa9250601f3d1115611426575f5191505b82801561145257507f1626ba7e0000000000000000000000000000000000000000000000000000000082145b9998505050505050505050565b5f6114e883604080517f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f60208201529081018290527fc89efdaa54c0f20c7adf612882df0950f5a951637e0307cdcb4c672f298b8bc660608201524660808201523060a08201525f9060c001604051602081830303815290604052805190602001209050919050565b6040517f190100000000000000000000000000000000000000000000000000000000000060208201526022810191909152604281018390526062016040516020818303038152906040528051906020012090505b92915050565b816106cf5773ffffffffffffffffffffffffffffffffffffffff81165f81815260016020526040908190205490517f92008e59000000000000000000000000000000000000000000000000000000008152600481019290925232602483015267ffffffffffffffff1660448201524260648201526084016104fd565b80825d5050565b5f5f6115d3845f855a611819565b91509150816115e5576115e5816118e0565b50505050565b7fffffffff0000000000000000000000000000000000000000000000000000000083167fdb0d78c300000000000000000000000000000000000000000000000000000000148061167c57507fffffffff0000000000000000000000000000000000000000000000000000000083167f9e2a6da900000000000000000000000000000000000000000000000000000000145b806116c857507fffffffff0000000000000000000000000000000000000000000000000000000083167f8d16464000000000000000000000000000000000000000000000000000000000145b156116dc576116d78282611542565b505050565b7fffffffff0000000000000000000000000000000000000000000000000000000083167f645381c4000000000000000000000000000000000000000000000000000000001480159061177057507fffffffff0000000000000000000000000000000000000000000000000000000083167f840ff3ab0000000000000000000000000000000000000000000000000000000014155b80156117be57507fffffffff0000000000000000000000000000000000000000000000000000000083167f4d949e270000000000000000000000000000000000000000000000000000000014155b156116d7576040517f5a9a98c60000000000000000000000000000000000000000000000000000000081527fffffffff00000000000000000000000000000000000000000000000000000000841660048201526024016104fd565b5f60605f5f855160208701888a88f19150611832611942565b905081801561184057508415155b15611896578573ffffffffffffffffffffffffffffffffffffffff167f541898aec092707283113bff40960b1e5b991d41aa1f0e6339a7d5ffe53627a28660405161188d91815260200190565b60405180910390a25b94509492505050565b5f806118b061010460048587612390565b8101906118bd91906123b7565b905080604001516118d682602001518360600151611977565b1015949350505050565b805160208201fd5b5f5f5f848460408181106118fe576118fe611f25565b919091013560f81c905061191560205f8789612390565b61191e91612483565b61192c60406020888a612390565b61193591612483565b9250925092509250925092565b60606102003d818111156119535750805b6040519250808352601f19601f8201166020840101604052805f602085013e505090565b5f73ffffffffffffffffffffffffffffffffffffffff831615611a27576040517f70a0823100000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff83811660048301528416906370a0823190602401602060405180830381865afa1580156119fe573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190611a2291906124bf565b6104bf565b5073ffffffffffffffffffffffffffffffffffffffff1631919050565b5f81518084528060208401602086015e5f6020828601015260207fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0601f83011685010191505092915050565b602081525f6104bf6020830184611a44565b5f60e08284031215611ab2575f5ffd5b50919050565b5f5f83601f840112611ac8575f5ffd5b50813567ffffffffffffffff811115611adf575f5ffd5b6020830191508360208260051b8501011115611af9575f5ffd5b9250929050565b5f5f5f60408486031215611b12575f5ffd5b833567ffffffffffffffff811115611b28575f5ffd5b611b3486828701611aa2565b935050602084013567ffffffffffffffff811115611b50575f5ffd5b611b5c86828701611ab8565b9497909650939450505050565b73ffffffffffffffffffffffffffffffffffffffff81168114610c15575f5ffd5b8035611b9581611b69565b919050565b5f5f83601f840112611baa575f5ffd5b50813567ffffffffffffffff811115611bc1575f5ffd5b602083019150836020828501011115611af9575f5ffd5b5f5f5f5f5f5f5f60a0888a031215611bee575f5ffd5b8735611bf981611b69565b965060208801358015158114611c0d575f5ffd5b955060408801359450606088013567ffffffffffffffff811115611c2f575f5ffd5b611c3b8a828b01611b9a565b909550935050608088013567ffffffffffffffff811115611c5a575f5ffd5b611c668a828b01611b9a565b989b979a50959850939692959293505050565b5f5f60208385031215611c8a575f5ffd5b823567ffffffffffffffff811115611ca0575f5ffd5b611cac85828601611ab8565b90969095509350505050565b5f5f5f5f5f60808688031215611ccc575f5ffd5b853567ffffffffffffffff811115611ce2575f5ffd5b611cee88828901611aa2565b955050602086013567ffffffffffffffff811115611d0a575f5ffd5b611d1688828901611ab8565b9699909850959660408101359660609091013595509350505050565b803567ffffffffffffffff81168114611b95575f5ffd5b5f5f5f5f5f60808688031215611d5d575f5ffd5b8535611d6881611b69565b9450611d7660208701611d32565b9350611d8460408701611d32565b9250606086013567ffffffffffffffff811115611d9f575f5ffd5b611dab88828901611b9a565b969995985093965092949392505050565b5f5f5f60608486031215611dce575f5ffd5b8335611dd981611b69565b9250611de760208501611d32565b9150611df560408501611d32565b90509250925092565b5f60208284031215611e0e575f5ffd5b81356104bf81611b69565b5f5f5f5f5f60608688031215611e2d575f5ffd5b85359450602086013567ffffffffffffffff811115611e4a575f5ffd5b611e5688828901611b9a565b909550935050604086013567ffffffffffffffff811115611d9f575f5ffd5b600181811c90821680611e8957607f821691505b602082108103611ab2577f4e487b71000000000000000000000000000000000000000000000000000000005f52602260045260245ffd5b80357fffffffff000000000000000000000000000000000000000000000000000000008116906004841015610d5a577fffffffff00000000000000000000000000000000000000000000000000000000808560040360031b1b82161691505092915050565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52603260045260245ffd5b5f82357fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff81833603018112611f84575f5ffd5b9190910192915050565b5f5f83357fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe1843603018112611fc1575f5ffd5b83018035915067ffffffffffffffff821115611fdb575f5ffd5b602001915036819003821315611af9575f5ffd5b81835281816020850137505f602082840101525f60207fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0601f840116840101905092915050565b73ffffffffffffffffffffffffffffffffffffffff88168152861515602082015285604082015260a060608201525f61207360a083018688611fef565b8281036080840152612086818587611fef565b9a9950505050505050505050565b5f5f83357fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe18436030181126120c7575f5ffd5b830160208101925035905067ffffffffffffffff8111156120e6575f5ffd5b8060051b3603821315611af9575f5ffd5b8183525f7f07ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff831115612127575f5ffd5b8260051b80836020870137939093016020019392505050565b73ffffffffffffffffffffffffffffffffffffffff83168152604060208201525f823561216c81611b69565b73ffffffffffffffffffffffffffffffffffffffff166040830152602083013561219581611b69565b73ffffffffffffffffffffffffffffffffffffffff1660608301526121bc60408401611b8a565b73ffffffffffffffffffffffffffffffffffffffff1660808301526121e360608401611d32565b67ffffffffffffffff1660a08301526121fe60808401611d32565b67ffffffffffffffff811660c08401525060a083013560e083015261222660c0840184612094565b60e061010085015261223d610120850182846120f7565b9695505050505050565b5f60208284031215612257575f5ffd5b81516104bf81611b69565b805160208201517fffffffff000000000000000000000000000000000000000000000000000000008116919060048210156122c7577fffffffff00000000000000000000000000000000000000000000000000000000808360040360031b1b82161692505b5050919050565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52601160045260245ffd5b808202811582820484141761153c5761153c6122ce565b5f82612345577f4e487b71000000000000000000000000000000000000000000000000000000005f52601260045260245ffd5b500490565b8082018082111561153c5761153c6122ce565b8215158152604060208201525f610a176040830184611a44565b838152604060208201525f610752604083018486611fef565b5f5f8585111561239e575f5ffd5b838611156123aa575f5ffd5b5050820193919092039150565b5f6101008284031280156123c9575f5ffd5b50604051610100810167ffffffffffffffff81118282101715612413577f4e487b71000000000000000000000000000000000000000000000000000000005f52604160045260245ffd5b60405261241f83611b8a565b815261242d60208401611b8a565b60208201526040838101359082015261244860608401611b8a565b60608201526080838101359082015260a0808401359082015260c0808401359082015261247760e08401611b8a565b60e08201529392505050565b8035602083101561153c577fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff602084900360031b1b1692915050565b5f602082840312156124cf575f5ffd5b505191905056' as const
