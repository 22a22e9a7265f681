// Generated from contracts/ by scripts/generateAbi.ts. Do not edit.
export const intentWalletAbi = [
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "factory",
        "type": "address"
      },
      {
        "internalType": "address",
        "name": "router",
        "type": "address"
      },
      {
        "internalType": "address",
        "name": "shim",
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
        "name": "index",
        "type": "uint256"
      },
      {
        "internalType": "bytes",
        "name": "reason",
        "type": "bytes"
      }
    ],
    "name": "CallReverted",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "index",
        "type": "uint256"
      },
      {
        "internalType": "address",
        "name": "to",
        "type": "address"
      }
    ],
    "name": "DelegateCallForbidden",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "index",
        "type": "uint256"
      }
    ],
    "name": "GasLimitMissing",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "to",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "amount",
        "type": "uint256"
      }
    ],
    "name": "NativeTransferFailed",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "target",
        "type": "address"
      }
    ],
    "name": "NoCode",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "NoRefundReceiver",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "space",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "nonce",
        "type": "uint256"
      }
    ],
    "name": "NonceUsed",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "index",
        "type": "uint256"
      },
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
        "name": "executor",
        "type": "address"
      },
      {
        "internalType": "address",
        "name": "caller",
        "type": "address"
      }
    ],
    "name": "NotExecutor",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "openAt",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "nowAt",
        "type": "uint256"
      }
    ],
    "name": "NotOpenYet",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "owner",
        "type": "address"
      },
      {
        "internalType": "bytes32",
        "name": "digest",
        "type": "bytes32"
      }
    ],
    "name": "NotOwner",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "token",
        "type": "address"
      },
      {
        "internalType": "bytes",
        "name": "reason",
        "type": "bytes"
      }
    ],
    "name": "NothingRefunded",
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
    "inputs": [
      {
        "internalType": "uint256",
        "name": "refundAt",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "nowAt",
        "type": "uint256"
      }
    ],
    "name": "RefundTimeReached",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "refundAt",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "nowAt",
        "type": "uint256"
      }
    ],
    "name": "RefundTooEarly",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "index",
        "type": "uint256"
      },
      {
        "internalType": "bytes",
        "name": "reason",
        "type": "bytes"
      }
    ],
    "name": "StrictRunFailed",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "token",
        "type": "address"
      },
      {
        "internalType": "bytes",
        "name": "reason",
        "type": "bytes"
      }
    ],
    "name": "TokenCallFailed",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "count",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "max",
        "type": "uint256"
      }
    ],
    "name": "TooManyCalls",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "bytes32",
        "name": "digest",
        "type": "bytes32"
      }
    ],
    "name": "UnknownBatch",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "index",
        "type": "uint256"
      },
      {
        "internalType": "uint8",
        "name": "behaviorOnError",
        "type": "uint8"
      }
    ],
    "name": "UnknownBehavior",
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
        "name": "itsWallet",
        "type": "address"
      }
    ],
    "name": "WrongConfig",
    "type": "error"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "bytes32",
        "name": "digest",
        "type": "bytes32"
      },
      {
        "indexed": false,
        "internalType": "uint256",
        "name": "index",
        "type": "uint256"
      },
      {
        "indexed": false,
        "internalType": "bytes",
        "name": "reason",
        "type": "bytes"
      }
    ],
    "name": "CallFailed",
    "type": "event"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "bytes32",
        "name": "digest",
        "type": "bytes32"
      },
      {
        "indexed": false,
        "internalType": "uint256",
        "name": "failed",
        "type": "uint256"
      }
    ],
    "name": "Executed",
    "type": "event"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "address",
        "name": "token",
        "type": "address"
      },
      {
        "indexed": false,
        "internalType": "bytes",
        "name": "reason",
        "type": "bytes"
      }
    ],
    "name": "RefundFailed",
    "type": "event"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "address",
        "name": "token",
        "type": "address"
      },
      {
        "indexed": true,
        "internalType": "address",
        "name": "receiver",
        "type": "address"
      },
      {
        "indexed": false,
        "internalType": "uint256",
        "name": "amount",
        "type": "uint256"
      }
    ],
    "name": "Refunded",
    "type": "event"
  },
  {
    "inputs": [],
    "name": "FACTORY",
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
    "name": "MAX_CALLS",
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
    "name": "ROUTER",
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
    "name": "SHIM",
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
        "name": "calls",
        "type": "tuple[]"
      },
      {
        "internalType": "uint256",
        "name": "space",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "nonce",
        "type": "uint256"
      }
    ],
    "name": "execute",
    "outputs": [],
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
        "name": "calls",
        "type": "tuple[]"
      },
      {
        "internalType": "uint256",
        "name": "space",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "nonce",
        "type": "uint256"
      }
    ],
    "name": "executeAsExecutor",
    "outputs": [],
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
        "name": "calls",
        "type": "tuple[]"
      },
      {
        "internalType": "uint256",
        "name": "space",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "nonce",
        "type": "uint256"
      },
      {
        "internalType": "bytes",
        "name": "signature",
        "type": "bytes"
      }
    ],
    "name": "executeAsOwner",
    "outputs": [],
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
        "name": "calls",
        "type": "tuple[]"
      },
      {
        "internalType": "uint256",
        "name": "space",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "nonce",
        "type": "uint256"
      }
    ],
    "name": "executeStrictly",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "space",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "nonce",
        "type": "uint256"
      }
    ],
    "name": "nonceUsed",
    "outputs": [
      {
        "internalType": "bool",
        "name": "used",
        "type": "bool"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "",
        "type": "address"
      },
      {
        "internalType": "address",
        "name": "",
        "type": "address"
      },
      {
        "internalType": "uint256[]",
        "name": "",
        "type": "uint256[]"
      },
      {
        "internalType": "uint256[]",
        "name": "",
        "type": "uint256[]"
      },
      {
        "internalType": "bytes",
        "name": "",
        "type": "bytes"
      }
    ],
    "name": "onERC1155BatchReceived",
    "outputs": [
      {
        "internalType": "bytes4",
        "name": "",
        "type": "bytes4"
      }
    ],
    "stateMutability": "pure",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "",
        "type": "address"
      },
      {
        "internalType": "address",
        "name": "",
        "type": "address"
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
      },
      {
        "internalType": "bytes",
        "name": "",
        "type": "bytes"
      }
    ],
    "name": "onERC1155Received",
    "outputs": [
      {
        "internalType": "bytes4",
        "name": "",
        "type": "bytes4"
      }
    ],
    "stateMutability": "pure",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "",
        "type": "address"
      },
      {
        "internalType": "address",
        "name": "",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      },
      {
        "internalType": "bytes",
        "name": "",
        "type": "bytes"
      }
    ],
    "name": "onERC721Received",
    "outputs": [
      {
        "internalType": "bytes4",
        "name": "",
        "type": "bytes4"
      }
    ],
    "stateMutability": "pure",
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
        "name": "tokens",
        "type": "address[]"
      }
    ],
    "name": "refund",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "token",
        "type": "address"
      },
      {
        "internalType": "address",
        "name": "receiver",
        "type": "address"
      }
    ],
    "name": "refundOne",
    "outputs": [
      {
        "internalType": "uint256",
        "name": "amount",
        "type": "uint256"
      }
    ],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "bytes4",
        "name": "id",
        "type": "bytes4"
      }
    ],
    "name": "supportsInterface",
    "outputs": [
      {
        "internalType": "bool",
        "name": "",
        "type": "bool"
      }
    ],
    "stateMutability": "pure",
    "type": "function"
  },
  {
    "stateMutability": "payable",
    "type": "receive"
  }
] as const

export const intentWalletBytecode =
  '0x610100604052348015610010575f5ffd5b50604051612c18380380612c1883398101604081905261002f916100da565b6001600160a01b0392831660c0529082166080521660a052604080517f3d602d80600a3d3981f3363d3d373d3d3d363d730000000000000000000000006020828101919091523060601b6001600160601b03191660348301526e5af43d82803e903d91602b57fd5bf360881b6048830152825180830360370181526057909201909252805191012060e05261011a565b80516001600160a01b03811681146100d5575f5ffd5b919050565b5f5f5f606084860312156100ec575f5ffd5b6100f5846100bf565b9250610103602085016100bf565b9150610111604085016100bf565b90509250925092565b60805160a05160c05160e051612ab66101625f395f610c9c01525f81816102070152610c4a01525f81816102d20152611dee01525f818161025f0152611d960152612ab65ff3fe60806040526004361061010c575f3560e01c8063840ff3ab116100a1578063bc197c8111610071578063db0d78c311610057578063db0d78c3146103d0578063f23a6e61146103ef578063f698da2514610434575f5ffd5b8063bc197c8114610374578063be880c81146103bb575f5ffd5b8063840ff3ab146102f45780639e2a6da914610313578063b8874c1114610332578063b9add4b71461035f575f5ffd5b806332fe7b26116100dc57806332fe7b261461024e5780634d949e2714610281578063645381c4146102a257806369e9d2f6146102c1575f5ffd5b806301ffc9a714610117578063150b7a021461014b578063212fbe99146101c05780632dd31000146101f6575f5ffd5b3661011357005b5f5ffd5b348015610122575f5ffd5b506101366101313660046121e0565b610448565b60405190151581526020015b60405180910390f35b348015610156575f5ffd5b5061018f610165366004612285565b7f150b7a020000000000000000000000000000000000000000000000000000000095945050505050565b6040517fffffffff000000000000000000000000000000000000000000000000000000009091168152602001610142565b3480156101cb575f5ffd5b506101366101da3660046122ef565b5f60208181529281526040808220909352908152205460ff1681565b348015610201575f5ffd5b506102297f000000000000000000000000000000000000000000000000000000000000000081565b60405173ffffffffffffffffffffffffffffffffffffffff9091168152602001610142565b348015610259575f5ffd5b506102297f000000000000000000000000000000000000000000000000000000000000000081565b34801561028c575f5ffd5b506102a061029b366004612366565b61052c565b005b3480156102ad575f5ffd5b506102a06102bc3660046123cf565b6108b4565b3480156102cc575f5ffd5b506102297f000000000000000000000000000000000000000000000000000000000000000081565b3480156102ff575f5ffd5b506102a061030e366004612449565b610949565b34801561031e575f5ffd5b506102a061032d3660046123cf565b610a73565b34801561033d575f5ffd5b5061035161034c3660046124f5565b610b2d565b604051908152602001610142565b34801561036a575f5ffd5b5061035161010081565b34801561037f575f5ffd5b5061018f61038e366004612526565b7fbc197c810000000000000000000000000000000000000000000000000000000098975050505050505050565b3480156103c6575f5ffd5b50610351619c4081565b3480156103db575f5ffd5b506102a06103ea3660046123cf565b610b86565b3480156103fa575f5ffd5b5061018f6104093660046125e5565b7ff23a6e61000000000000000000000000000000000000000000000000000000009695505050505050565b34801561043f575f5ffd5b50610351610be1565b5f7f01ffc9a7000000000000000000000000000000000000000000000000000000007fffffffff00000000000000000000000000000000000000000000000000000000831614806104da57507f150b7a02000000000000000000000000000000000000000000000000000000007fffffffff000000000000000000000000000000000000000000000000000000008316145b8061052657507f4e2312e0000000000000000000000000000000000000000000000000000000007fffffffff000000000000000000000000000000000000000000000000000000008316145b92915050565b61053583610c10565b61054560a0840160808501612658565b67ffffffffffffffff16421080156105955750610565602084018461267f565b73ffffffffffffffffffffffffffffffffffffffff163373ffffffffffffffffffffffffffffffffffffffff1614155b156105f4576105aa60a0840160808501612658565b6040517fe546463900000000000000000000000000000000000000000000000000000000815267ffffffffffffffff90911660048201524260248201526044015b60405180910390fd5b5f610605604085016020860161267f565b73ffffffffffffffffffffffffffffffffffffffff1603610652576040517f1df9d1f300000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b61067b7fb6443d884791b26bde861bda91b8310838448bf4c7638fdde2ed3858f0b539b7610d51565b5f5f60605f5b84811015610839575f5f5f6106cb8989868181106106a1576106a1612698565b90506020020160208101906106b6919061267f565b6106c660408d0160208e0161267f565b610d98565b92509250925082610784578888858181106106e8576106e8612698565b90506020020160208101906106fd919061267f565b73ffffffffffffffffffffffffffffffffffffffff167fd60b5ca6f30e80482dd3495af97c0dccc21796f09ae64ba03a72a4f39329386b826040516107429190612711565b60405180910390a284515f0361077f5788888581811061076457610764612698565b9050602002016020810190610779919061267f565b95509350835b61082b565b811561082b576001965061079e60408b0160208c0161267f565b73ffffffffffffffffffffffffffffffffffffffff168989868181106107c6576107c6612698565b90506020020160208101906107db919061267f565b73ffffffffffffffffffffffffffffffffffffffff167fec1e5ed733e00f1a00915d56caef57b4f52312dde4f9b3165f213319a0da156b8460405161082291815260200190565b60405180910390a35b505050806001019050610681565b50821580156108485750805115155b156108835781816040517fb2dbf92b0000000000000000000000000000000000000000000000000000000081526004016105eb929190612723565b6108ac7fb6443d884791b26bde861bda91b8310838448bf4c7638fdde2ed3858f0b539b7610ea0565b505050505050565b6108bd85610c10565b6108cd6080860160608701612658565b67ffffffffffffffff16421015610933576108ee6080860160608701612658565b6040517fd34fb29c00000000000000000000000000000000000000000000000000000000815267ffffffffffffffff90911660048201524260248201526044016105eb565b61094285858585856001610eaa565b5050505050565b61095287610c10565b5f6109604688888888610f9e565b90505f61097060208a018a61267f565b73ffffffffffffffffffffffffffffffffffffffff163373ffffffffffffffffffffffffffffffffffffffff16141590508015610a51575f6109d27f62d1cac7d3e3bff260bb266f65107739c83f23e9518ff5429c1246c1f6632d23846111ec565b90506109ec6109e460208c018c61267f565b82878761124f565b610a4f576109fd60208b018b61267f565b6040517fb4e4cee000000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff9091166004820152602481018490526044016105eb565b505b610a5c878787611463565b610a6888888484611597565b505050505050505050565b610a7c85610c10565b610a8c606086016040870161267f565b73ffffffffffffffffffffffffffffffffffffffff163373ffffffffffffffffffffffffffffffffffffffff1614610b1f57610ace606086016040870161267f565b6040517f56baa3d100000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff90911660048201523360248201526044016105eb565b61094285858585855f610eaa565b5f333014610b69576040517fa19dbf000000000000000000000000000000000000000000000000000000000081523360048201526024016105eb565b610b738330611874565b9050801561052657610526838383611944565b610b8f85610c10565b610b9f606086016040870161267f565b73ffffffffffffffffffffffffffffffffffffffff163373ffffffffffffffffffffffffffffffffffffffff161461093357610ace606086016040870161267f565b5f610c0b7f62d1cac7d3e3bff260bb266f65107739c83f23e9518ff5429c1246c1f6632d23611a83565b905090565b5f610c1a82611b08565b604080517fff000000000000000000000000000000000000000000000000000000000000006020808301919091527f000000000000000000000000000000000000000000000000000000000000000060601b7fffffffffffffffffffffffffffffffffffffffff000000000000000000000000166021830152603582018490527f0000000000000000000000000000000000000000000000000000000000000000605580840191909152835180840390910181526075909201909252805191012090915073ffffffffffffffffffffffffffffffffffffffff81163014610d4c576040517f73501a5b0000000000000000000000000000000000000000000000000000000081526004810183905273ffffffffffffffffffffffffffffffffffffffff821660248201526044016105eb565b505050565b805c15610d8a576040517fb5dfd9e500000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b610d95816001611c35565b50565b6040805173ffffffffffffffffffffffffffffffffffffffff848116602483015283166044808301919091528251808303909101815260649091019091526020810180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167fb8874c11000000000000000000000000000000000000000000000000000000001790525f908190606090610e313084835a611c3c565b90945091508315610e575781806020019051810190610e509190612751565b9250610e98565b81515f03610e98576040518060400160405280601781526020017f6f7574206f6620676173206f72206e6f20726561736f6e00000000000000000081525091505b509250925092565b610d95815f611c35565b610eba60a0870160808801612658565b67ffffffffffffffff164210610f1f57610eda60a0870160808801612658565b6040517fa720ecfe00000000000000000000000000000000000000000000000000000000815267ffffffffffffffff90911660048201524260248201526044016105eb565b5f610f2d4687878787610f9e565b9050610f45610f3f60c0890189612768565b83611c60565b610f7e576040517f877402b0000000000000000000000000000000000000000000000000000000008152600481018290526024016105eb565b610f89858585611463565b610f9586868385611597565b50505050505050565b5f808467ffffffffffffffff811115610fb957610fb96127cc565b604051908082528060200260200182016040528015610fe2578160200160208202803683370190505b5090505f5b85811015611139573687878381811061100257611002612698565b905060200281019061101491906127f9565b90507f67bf3147527398d9a00674947d7b4e5b1fdc22411670fe30839d0852c601fc02611044602083018361267f565b60208301356110566040850185612835565b604051611064929190612896565b604051908190039020606085013561108260a08701608088016128a5565b61109260c0880160a089016128a5565b6110a260e0890160c08a016128c4565b60408051602081019990995273ffffffffffffffffffffffffffffffffffffffff909716968801969096526060870194909452608086019290925260a0850152151560c0840152151560e083015260ff16610100820152610120016040516020818303038152906040528051906020012083838151811061112557611125612698565b602090810291909101015250600101610fe7565b507fd52381560c1fe7a2cadc37d580cc7cb709f467889df9150e96c1ada2388009998785858460405160200161116f91906128e4565b604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe08184030181528282528051602091820120908301969096528101939093526060830191909152608082015260a081019190915260c0016040516020818303038152906040528051906020012091505095945050505050565b5f6111f683611a83565b6040517f1901000000000000000000000000000000000000000000000000000000000000602082015260228101919091526042810183905260620160405160208183030381529060405280519060200120905092915050565b5f604182148015611275575073ffffffffffffffffffffffffffffffffffffffff851615155b15611358575f5f5f6112878686611ca6565b919450925090507f7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a081118015906113435750604080515f81526020810180835289905260ff851691810191909152606081018390526080810182905273ffffffffffffffffffffffffffffffffffffffff89169060019060a0016020604051602081039080840390855afa158015611321573d5f5f3e3d5ffd5b5050506020604051035173ffffffffffffffffffffffffffffffffffffffff16145b15611354576001935050505061145b565b5050505b8473ffffffffffffffffffffffffffffffffffffffff163b5f0361137d57505f61145b565b5f84848460405160240161139393929190612919565b604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0818403018152919052602080820180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167f1626ba7e0000000000000000000000000000000000000000000000000000000017815282519293505f928392918391908b5afa9150601f3d111561142957505f515b81801561145557507f1626ba7e0000000000000000000000000000000000000000000000000000000081145b93505050505b949350505050565b6101008311156114aa576040517f3999d3be0000000000000000000000000000000000000000000000000000000081526004810184905261010060248201526044016105eb565b5f8281526020818152604080832084845290915290205460ff1615611505576040517f7e4dd94400000000000000000000000000000000000000000000000000000000815260048101839052602481018290526044016105eb565b5f82815260208181526040808320848452909152902080547fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff0016600117905561156d7fb6443d884791b26bde861bda91b8310838448bf4c7638fdde2ed3858f0b539b7610d51565b610d4c7f32f323e47a16260766659ab48c8ea888f701034d3d9f44cbc10eddbd36f55abb5f611c35565b5f5f5f60605f5b87811015611806578888828181106115b8576115b8612698565b90506020028101906115ca91906127f9565b6115db9060c081019060a0016128a5565b156116225783156117fe5785156116225782826040517f7f88d0780000000000000000000000000000000000000000000000000000000081526004016105eb92919061296c565b5f5f6116518b8b8581811061163957611639612698565b905060200281019061164b91906127f9565b84611d00565b915091508115611665575f955050506117fe565b5f8b8b8581811061167857611678612698565b905060200281019061168a91906127f9565b61169b9060e081019060c0016128c4565b90507fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff60ff8216016116fd5783826040517f3b4c7a5f0000000000000000000000000000000000000000000000000000000081526004016105eb92919061296c565b60ff8116600214801561170d5750885b156117485783826040517f7f88d0780000000000000000000000000000000000000000000000000000000081526004016105eb92919061296c565b6117727f32f323e47a16260766659ab48c8ea888f701034d3d9f44cbc10eddbd36f55abb5f611c35565b836001901b88179750897f115f347c00e69f252cd6b63c4f81022a9564c6befe8aa719cb74640a4a306f0d85846040516117ad92919061296c565b60405180910390a27ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe60ff8216016117e757505050611806565b866117f6579294509250839183905b600196505050505b60010161159e565b506118307fb6443d884791b26bde861bda91b8310838448bf4c7638fdde2ed3858f0b539b7610ea0565b857f3a7a2319bce6d060c98aa49682d12788f621b7e2e68701a9a082398b39da0f978560405161186291815260200190565b60405180910390a25050505050505050565b5f73ffffffffffffffffffffffffffffffffffffffff831615611924576040517f70a0823100000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff83811660048301528416906370a0823190602401602060405180830381865afa1580156118fb573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061191f9190612751565b61193d565b8173ffffffffffffffffffffffffffffffffffffffff16315b9392505050565b73ffffffffffffffffffffffffffffffffffffffff83166119d9575f61197a838360405180602001604052805f8152505a611c3c565b509050806119d3576040517fa5b05eec00000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff84166004820152602481018390526044016105eb565b50505050565b60405173ffffffffffffffffffffffffffffffffffffffff8316602482015260448101829052610d4c908490606401604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe08184030181529190526020810180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167fa9059cbb000000000000000000000000000000000000000000000000000000001790526120f6565b604080517f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f60208201529081018290527fc89efdaa54c0f20c7adf612882df0950f5a951637e0307cdcb4c672f298b8bc660608201524660808201523060a08201525f9060c0015b604051602081830303815290604052805190602001209050919050565b5f7fae74c267c29f92de737b2342967f225d5cf631489bf371c446c34a43c76d7d16611b37602084018461267f565b611b47604085016020860161267f565b611b57606086016040870161267f565b611b676080870160608801612658565b611b7760a0880160808901612658565b60a0880135611b8960c08a018a612768565b604051602001611b9a929190612984565b604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe081840301815282825280516020918201209083019990995273ffffffffffffffffffffffffffffffffffffffff97881690820152948616606086015294909216608084015267ffffffffffffffff90811660a08401521660c082015260e081019190915261010081019190915261012001611aeb565b80825d5050565b5f60605f5f855160208701888a88f19150611c55612157565b905094509492505050565b5f5f5b83811015611c9c5782858583818110611c7e57611c7e612698565b9050602002013503611c9457600191505061193d565b600101611c63565b505f949350505050565b5f5f5f84846040818110611cbc57611cbc612698565b919091013560f81c9050611cd360205f87896129c4565b611cdc916129eb565b611cea60406020888a6129c4565b611cf3916129eb565b9250925092509250925092565b5f60606002611d1560e0860160c087016128c4565b60ff161115611d6d5782611d2f60e0860160c087016128c4565b6040517f5c5d2d6b000000000000000000000000000000000000000000000000000000008152600481019290925260ff1660248201526044016105eb565b5f611d7b602086018661267f565b9050611d8d60a08601608087016128a5565b8015611de557507f000000000000000000000000000000000000000000000000000000000000000073ffffffffffffffffffffffffffffffffffffffff168173ffffffffffffffffffffffffffffffffffffffff1614155b8015611e3d57507f000000000000000000000000000000000000000000000000000000000000000073ffffffffffffffffffffffffffffffffffffffff168173ffffffffffffffffffffffffffffffffffffffff1614155b15611e93576040517f0919ff050000000000000000000000000000000000000000000000000000000081526004810185905273ffffffffffffffffffffffffffffffffffffffff821660248201526044016105eb565b606085013580158015611eb957506001611eb360e0880160c089016128c4565b60ff1614155b15611ef3576040517fefe0f4b6000000000000000000000000000000000000000000000000000000008152600481018690526024016105eb565b611f0360a08701608088016128a5565b80611f1b5750611f166040870187612835565b151590505b8015611f3c575073ffffffffffffffffffffffffffffffffffffffff82163b155b15611fd3575f611fc8836040805173ffffffffffffffffffffffffffffffffffffffff9290921660248084019190915281518084039091018152604490920190526020810180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167f674520b60000000000000000000000000000000000000000000000000000000017905290565b9350935050506120ef565b5f611fe16040880188612835565b8080601f0160208091040260200160405190810160405280939291908181526020018383808284375f9201829052509394505050908390039050612027575a915061209e565b5f619c40603f612038856040612a54565b6120429190612a6b565b61204c9190612aa3565b9050805a101561209c5786815a6040517f2bb3e3ba0000000000000000000000000000000000000000000000000000000081526004810193909352602483019190915260448201526064016105eb565b505b6120ae60a08801608089016128a5565b6120ce576120c28388602001358385611c3c565b945094505050506120ef565b5f5f8251602084018686f49450846120eb576120e8612157565b93505b5050505b9250929050565b5f5f612104845f855a611c3c565b9150915081158061211c575061211a848261218c565b155b156119d35783816040517f54a3dcad0000000000000000000000000000000000000000000000000000000081526004016105eb929190612723565b60606102003d818111156121685750805b6040519250808352601f19601f8201166020840101604052805f602085013e505090565b5f81515f036121b5575073ffffffffffffffffffffffffffffffffffffffff82163b1515610526565b602082511015801561193d5750818060200190518101906121d69190612751565b6001149392505050565b5f602082840312156121f0575f5ffd5b81357fffffffff000000000000000000000000000000000000000000000000000000008116811461193d575f5ffd5b803573ffffffffffffffffffffffffffffffffffffffff81168114612242575f5ffd5b919050565b5f5f83601f840112612257575f5ffd5b50813567ffffffffffffffff81111561226e575f5ffd5b6020830191508360208285010111156120ef575f5ffd5b5f5f5f5f5f60808688031215612299575f5ffd5b6122a28661221f565b94506122b06020870161221f565b935060408601359250606086013567ffffffffffffffff8111156122d2575f5ffd5b6122de88828901612247565b969995985093965092949392505050565b5f5f60408385031215612300575f5ffd5b50508035926020909101359150565b5f60e0828403121561231f575f5ffd5b50919050565b5f5f83601f840112612335575f5ffd5b50813567ffffffffffffffff81111561234c575f5ffd5b6020830191508360208260051b85010111156120ef575f5ffd5b5f5f5f60408486031215612378575f5ffd5b833567ffffffffffffffff81111561238e575f5ffd5b61239a8682870161230f565b935050602084013567ffffffffffffffff8111156123b6575f5ffd5b6123c286828701612325565b9497909650939450505050565b5f5f5f5f5f608086880312156123e3575f5ffd5b853567ffffffffffffffff8111156123f9575f5ffd5b6124058882890161230f565b955050602086013567ffffffffffffffff811115612421575f5ffd5b61242d88828901612325565b9699909850959660408101359660609091013595509350505050565b5f5f5f5f5f5f5f60a0888a03121561245f575f5ffd5b873567ffffffffffffffff811115612475575f5ffd5b6124818a828b0161230f565b975050602088013567ffffffffffffffff81111561249d575f5ffd5b6124a98a828b01612325565b9097509550506040880135935060608801359250608088013567ffffffffffffffff8111156124d6575f5ffd5b6124e28a828b01612247565b989b979a50959850939692959293505050565b5f5f60408385031215612506575f5ffd5b61250f8361221f565b915061251d6020840161221f565b90509250929050565b5f5f5f5f5f5f5f5f60a0898b03121561253d575f5ffd5b6125468961221f565b975061255460208a0161221f565b9650604089013567ffffffffffffffff81111561256f575f5ffd5b61257b8b828c01612325565b909750955050606089013567ffffffffffffffff81111561259a575f5ffd5b6125a68b828c01612325565b909550935050608089013567ffffffffffffffff8111156125c5575f5ffd5b6125d18b828c01612247565b999c989b5096995094979396929594505050565b5f5f5f5f5f5f60a087890312156125fa575f5ffd5b6126038761221f565b95506126116020880161221f565b94506040870135935060608701359250608087013567ffffffffffffffff81111561263a575f5ffd5b61264689828a01612247565b979a9699509497509295939492505050565b5f60208284031215612668575f5ffd5b813567ffffffffffffffff8116811461193d575f5ffd5b5f6020828403121561268f575f5ffd5b61193d8261221f565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52603260045260245ffd5b5f81518084528060208401602086015e5f6020828601015260207fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0601f83011685010191505092915050565b602081525f61193d60208301846126c5565b73ffffffffffffffffffffffffffffffffffffffff83168152604060208201525f61145b60408301846126c5565b5f60208284031215612761575f5ffd5b5051919050565b5f5f83357fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe184360301811261279b575f5ffd5b83018035915067ffffffffffffffff8211156127b5575f5ffd5b6020019150600581901b36038213156120ef575f5ffd5b7f4e487b71000000000000000000000000000000000000000000000000000000005f52604160045260245ffd5b5f82357fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff2183360301811261282b575f5ffd5b9190910192915050565b5f5f83357fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe1843603018112612868575f5ffd5b83018035915067ffffffffffffffff821115612882575f5ffd5b6020019150368190038213156120ef575f5ffd5b818382375f9101908152919050565b5f602082840312156128b5575f5ffd5b8135801515811461193d575f5ffd5b5f602082840312156128d4575f5ffd5b813560ff8116811461193d575f5ffd5b81515f90829060208501835b8281101561290e5781518452602093840193909101906001016128f0565b509195945050505050565b83815260406020820152816040820152818360608301375f818301606090810191909152601f9092017fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe016010192915050565b828152604060208201525f61145b60408301846126c5565b5f7f07ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff8311156129b1575f5ffd5b8260051b80858437919091019392505050565b5f5f858511156129d2575f5ffd5b838611156129de575f5ffd5b5050820193919092039150565b80356020831015610526577fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff602084900360031b1b1692915050565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52601160045260245ffd5b808202811582820484141761052657610526612a27565b5f82612a9e577f4e487b71000000000000000000000000000000000000000000000000000000005f52601260045260245ffd5b500490565b8082018082111561052657610526612a2756' as const
